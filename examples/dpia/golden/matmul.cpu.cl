#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 53
kernel void cpu(
        global float* restrict out,
        const global float* restrict a,
        const global float* restrict b,
        int c,
        int k,
        int r) {
    const int i = get_global_id(0);
    for (int i1 = 0; i1 < r; i1 += 1) {  // line 55
        float16 sums[16];  // line 57
        #pragma unroll  // line 63
        for (int i2 = 0; i2 < 8; i2 += 1) {
            #pragma unroll
            for (int i3 = 0; i3 < 2; i3 += 1) {
                sums[2 * i2 + i3] = (float16)(0.0f);
            }
        }
        for (int i2 = 0; i2 < k; i2 += 1) {  // line 57
            #pragma unroll  // line 59
            for (int i3 = 0; i3 < 8; i3 += 1) {
                #pragma unroll  // line 61
                for (int i4 = 0; i4 < 2; i4 += 1) {
                    sums[2 * i3 + i4] = fma((float16)(a[(8 * i1 + i3) * k + i2]), vload16(2 * i2 * c + 2 * i + i4, b), sums[2 * i3 + i4]);  // line 62
                }
            }
        }
        #pragma unroll  // line 57
        for (int i2 = 0; i2 < 8; i2 += 1) {
            #pragma unroll
            for (int i3 = 0; i3 < 2; i3 += 1) {
                vstore16(sums[2 * i2 + i3], 2 * i + i3 + (16 * i1 + 2 * i2) * c, out);
            }
        }
    }
}

