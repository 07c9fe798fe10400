#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 16
kernel void main_1(
        global float* restrict out,
        const global float* restrict a,
        const global float* restrict b,
        int m,
        int p) {
    local float tile[256];
    local float tile1[256];  // line 27
    local float tile2[256];
    const int g = get_group_id(0);  // line 16
    const int l = get_local_id(0);  // line 26
    tile[l] = 0.0f;
    for (int k = 0; k < p / 16; k += 1) {  // line 27
        tile1[l] = a[(16 * (g / (m / 16)) + l / 16) * p + 16 * k + l % 16];  // line 11
        tile2[l] = b[16 * (g % (m / 16)) + l % 16 + (16 * k + l / 16) * m];
        barrier(CLK_LOCAL_MEM_FENCE);  // line 19
        float sum = 0.0f;  // line 13
        #pragma unroll
        for (int i = 0; i < 16; i += 1) {
            sum += tile1[16 * (l / 16) + i] * tile2[l % 16 + 16 * i];
        }
        tile[l] += sum;  // line 20
        barrier(CLK_LOCAL_MEM_FENCE);  // line 27
    }
    out[(16 * (g / (m / 16)) + l / 16) * m + 16 * (g % (m / 16)) + l % 16] = tile[l];
}

