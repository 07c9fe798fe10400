#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void main_1(
        global double* restrict out,
        double a,
        const global double* restrict xs,
        const global double* restrict ys,
        int xs_length,
        int ys_length) {
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {
        if (1024 * g + l < min(xs_length, ys_length)) {
            out[1024 * g + l] = a * xs[1024 * g + l] + ys[1024 * g + l];  // line 9
        }
    }
}

