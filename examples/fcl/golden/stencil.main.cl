#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void main_1(global double* restrict out, const global double* restrict xs, int xs_length) {
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {
        if (1024 * g + l < xs_length) {
            double sum = 0.0;  // line 11
            #pragma unroll
            for (int i = 0; i < 5; i += 1) {
                sum += xs[min(max(2, 1024 * g + l + i) - 2, xs_length - 1)];
            }
            out[1024 * g + l] = sum / (double)5;
        }
    }
}

