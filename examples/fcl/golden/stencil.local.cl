#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void local_1(global double* restrict out, const global double* restrict xs, int xs_length) {
    local double tile[1028];
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1028; l += 256) {  // line 14
        tile[l] = xs[min(max(2, 1024 * g + l) - 2, xs_length - 1)];  // line 13
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    for (int l = get_local_id(0); l < 1024; l += 256) {
        if (1024 * g + l < xs_length) {
            double sum = 0.0;  // line 11
            #pragma unroll
            for (int i = 0; i < 5; i += 1) {
                sum += tile[l + i];
            }
            out[1024 * g + l] = sum / (double)5;
        }
    }
}

