#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void main_1(
        global double* restrict out,
        const global double* restrict xs,
        global int* restrict failure,
        int xs_length) {
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {
        double sum = 0.0;  // line 11
        for (int i = 0; i < 5; i += 1) {
            int at = min((int)((uint)xs_length - 1), max(0, (int)((uint)min(xs_length - 1, 1024 * g + l) + i - 2)));
            if (at < 0 || at > xs_length - 1) {
                atomic_cmpxchg(failure, 0, 1);  // line 136
                at = 0;
            }
            sum += xs[at];  // line 11
        }
        if (1024 * g + l < xs_length) {  // line 6
            out[1024 * g + l] = sum / (double)5;  // line 11
        }
    }
}

