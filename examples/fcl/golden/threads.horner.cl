#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void horner(
        global double* restrict out,
        const global double* restrict coefficients,
        const global double* restrict xs,
        int coefficients_length,
        int xs_length) {
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {
        if (1024 * g + l < xs_length) {
            double x = xs[1024 * g + l];  // line 111
            double sum = 0.0;  // line 30
            for (int i = 0; i < coefficients_length; i += 1) {
                sum = sum * x + coefficients[coefficients_length - i - 1];
            }
            out[1024 * g + l] = sum;  // line 6
        }
    }
}

