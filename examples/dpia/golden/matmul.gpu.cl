#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(16, 16, 1)))  // line 27
kernel void gpu(
        global float* restrict out,
        const global float* restrict a,
        const global float* restrict b,
        global float* restrict sums,
        global float* restrict next,
        int c,
        int k) {
    local float tmp[1024];
    local float tmp1[1024];  // line 30
    const int g = get_group_id(1);  // line 20
    const int g1 = get_group_id(0);  // line 22
    for (int i = 0; i < 16; i += 1) {  // line 44
        for (int i1 = 0; i1 < 16; i1 += 1) {
            const int i2 = get_local_id(1);
            if (i2 < 8) {
                const int i3 = get_local_id(0);
                if (i3 < 8) {
                    sums[16384 * g * c + 16384 * g1 + 1024 * i + 64 * i1 + 8 * i2 + i3] = 0.0f;
                }
            }
        }
    }
    barrier(CLK_GLOBAL_MEM_FENCE);  // line 25
    for (int i = 0; i < k; i += 1) {
        for (int i1 = 0; i1 < 4; i1 += 1) {  // line 28
            const int l = get_local_id(1);
            const int l1 = get_local_id(0);
            tmp[256 * i1 + 16 * l + l1] = a[(1024 * g + 256 * i1 + 16 * l + 8 * (l1 / 8)) * k + 8 * i + l1 % 8];
        }
        for (int i1 = 0; i1 < 4; i1 += 1) {  // line 31
            const int l = get_local_id(1);
            const int l1 = get_local_id(0);
            tmp1[256 * i1 + 16 * l + l1] = b[128 * g1 + (16 * l + l1) % 128 + (1024 * i + 256 * i1 + 128 * ((16 * l + l1) / 128)) * c];
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 33
        const int l = get_local_id(1);
        const int l1 = get_local_id(0);  // line 35
        float mysums[64];  // line 37
        #pragma unroll  // line 35
        for (int i1 = 0; i1 < 8; i1 += 1) {
            #pragma unroll
            for (int i2 = 0; i2 < 8; i2 += 1) {
                mysums[8 * i1 + i2] = sums[16384 * g * c + 16384 * g1 + 1024 * l + 64 * l1 + 8 * i1 + i2];
            }
        }
        for (int i1 = 0; i1 < 8; i1 += 1) {  // line 37
            float next1[64];
            #pragma unroll  // line 39
            for (int i2 = 0; i2 < 8; i2 += 1) {
                #pragma unroll  // line 41
                for (int i3 = 0; i3 < 8; i3 += 1) {
                    next1[8 * i2 + i3] = fma(tmp[8 * l + i1 + 128 * i2], tmp1[l1 + 128 * i1 + 16 * i3], mysums[8 * i2 + i3]);  // line 42
                }  // line 41
            }  // line 39
            #pragma unroll  // line 37
            for (int i2 = 0; i2 < 8; i2 += 1) {
                #pragma unroll
                for (int i3 = 0; i3 < 8; i3 += 1) {
                    mysums[8 * i2 + i3] = next1[8 * i2 + i3];
                }
            }
        }
        #pragma unroll
        for (int i1 = 0; i1 < 8; i1 += 1) {
            #pragma unroll
            for (int i2 = 0; i2 < 8; i2 += 1) {
                next[16384 * g * c + 16384 * g1 + 1024 * l + 64 * l1 + 8 * i1 + i2] = mysums[8 * i1 + i2];
            }
        }
        barrier(CLK_GLOBAL_MEM_FENCE);  // line 25
        for (int i1 = 0; i1 < 16; i1 += 1) {
            for (int i2 = 0; i2 < 16; i2 += 1) {
                if (l < 8 && l1 < 8) {
                    sums[16384 * g * c + 16384 * g1 + 1024 * i1 + 64 * i2 + 8 * l + l1] = next[16384 * g * c + 16384 * g1 + 1024 * i1 + 64 * i2 + 8 * l + l1];
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE | CLK_GLOBAL_MEM_FENCE);
    }
    for (int i = 0; i < 8; i += 1) {  // line 46
        const int l = get_local_id(1);
        for (int i1 = 0; i1 < 8; i1 += 1) {
            const int l1 = get_local_id(0);
            out[(16384 * g + 2048 * i + 128 * l) * c + 128 * g1 + 16 * i1 + l1] = sums[16384 * g * c + 16384 * g1 + i1 + 8 * i + 64 * l1 + 1024 * l];
        }
        barrier(CLK_GLOBAL_MEM_FENCE);
    }
}

