#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(16, 16, 1)))  // line 27
kernel void gpu(
        global float* restrict out,
        const global float* restrict a,
        const global float* restrict b,
        int c,
        int k) {
    local float tmp[1024];
    local float tmp1[1024];  // line 30
    const int g = get_group_id(1);  // line 20
    const int g1 = get_group_id(0);  // line 22
    float sums[64];  // line 25
    const int l = get_local_id(1);  // line 44
    const int l1 = get_local_id(0);
    #pragma unroll
    for (int i = 0; i < 8; i += 1) {
        #pragma unroll
        for (int i1 = 0; i1 < 8; i1 += 1) {
            sums[8 * i + i1] = 0.0f;
        }
    }
    for (int i = 0; i < k; i += 1) {  // line 25
        for (int i1 = 0; i1 < 4; i1 += 1) {  // line 28
            tmp[256 * i1 + 16 * l + l1] = a[(1024 * g + 256 * i1 + 16 * l + 8 * (l1 / 8)) * k + 8 * i + l1 % 8];
        }
        for (int i1 = 0; i1 < 4; i1 += 1) {  // line 31
            tmp1[256 * i1 + 16 * l + l1] = b[128 * g1 + (16 * l + l1) % 128 + (1024 * i + 256 * i1 + 128 * ((16 * l + l1) / 128)) * c];
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 33
        #pragma unroll  // line 37
        for (int i1 = 0; i1 < 8; i1 += 1) {
            #pragma unroll  // line 39
            for (int i2 = 0; i2 < 8; i2 += 1) {
                #pragma unroll  // line 41
                for (int i3 = 0; i3 < 8; i3 += 1) {
                    sums[8 * i2 + i3] = fma(tmp[8 * l + i1 + 128 * i2], tmp1[l1 + 128 * i1 + 16 * i3], sums[8 * i2 + i3]);  // line 42
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 25
    }
    #pragma unroll  // line 46
    for (int i = 0; i < 8; i += 1) {
        #pragma unroll
        for (int i1 = 0; i1 < 8; i1 += 1) {
            out[(16384 * g + 2048 * i + 128 * l) * c + 128 * g1 + 16 * i1 + l1] = sums[8 * i + i1];
        }
    }
}

