#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 20
kernel void gpu(
        global float* restrict out,
        const global float* restrict weights,
        const global float* restrict image,
        int m,
        int n) {
    const int i = get_global_id(1);
    if (i < n + 1) {
        const int i1 = get_global_id(0);
        if (i1 < m + 1) {
            float sum = 0.0f;  // line 17
            #pragma unroll
            for (int i2 = 0; i2 < 9; i2 += 1) {
                sum += image[(m + 1) * min(max(1, i + i2 / 3) - 1, n) + min(max(1, i1 + i2 % 3) - 1, m)] * weights[i2];
            }
            out[(m + 1) * i + i1] = sum;
        }
    }
}

