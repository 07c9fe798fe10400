#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 50
kernel void partial(
        global double* restrict out,
        const global double* restrict xs,
        const global double* restrict ys,
        int xs_length,
        int ys_length) {
    local double tile[256];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 45
    double sum = 0.0;  // line 21
    #pragma unroll  // line 145
    for (int i = 0; i < 8; i += 1) {
        bool c = 2048 * g + l + 256 * i < min(xs_length, ys_length);  // line 105
        double chosen;  // line 145
        if (c) {  // line 105
            chosen = xs[2048 * g + l + 256 * i] * ys[2048 * g + l + 256 * i];  // line 21
        } else {  // line 105
            chosen = 0.0;  // line 21
        }
        sum += chosen;
    }
    tile[l] = sum;  // line 45
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {  // line 35
        tile[l] += tile[l + 128];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        tile[l] += tile[l + 64];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        tile[l] += tile[l + 32];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        tile[l] += tile[l + 16];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        tile[l] += tile[l + 8];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        tile[l] += tile[l + 4];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        tile[l] += tile[l + 2];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        tile[0] += tile[1];  // line 21
        out[g] = tile[0];  // line 45
    }
}

