#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 50
kernel void main_1(
        const global double* restrict xs,
        const global double* restrict ys,
        global double* restrict array,
        int xs_length,
        int ys_length) {
    local double tile[256];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 45
    double sum = 0.0;  // line 70
    #pragma unroll  // line 145
    for (int i = 0; i < 16; i += 1) {
        bool c = 4096 * g + l + 256 * i < min(xs_length, ys_length);  // line 105
        double chosen;  // line 145
        if (c) {  // line 105
            chosen = xs[4096 * g + l + 256 * i] * ys[4096 * g + l + 256 * i];  // line 70
        } else {  // line 105
            chosen = 0.0;  // line 70
        }
        sum += chosen;
    }
    tile[l] = sum;  // line 45
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {  // line 35
        tile[l] += tile[l + 128];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        tile[l] += tile[l + 64];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        tile[l] += tile[l + 32];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        tile[l] += tile[l + 16];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        tile[l] += tile[l + 8];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        tile[l] += tile[l + 4];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        tile[l] += tile[l + 2];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        tile[0] += tile[1];  // line 70
        array[g] = tile[0];  // line 45
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 58
kernel void main_2(
        global double* restrict out,
        const global double* restrict array,
        int xs_length,
        int ys_length) {
    local double tile1[256];
    const int l = get_local_id(0);  // line 45
    double sum = 0.0;  // line 70
    for (int i = 0; i < (min(xs_length, ys_length) + 4095) / 4096 / 256; i += 1) {  // line 145
        sum += array[l + 256 * i];  // line 70
    }
    bool c = 256 * ((min(xs_length, ys_length) + 4095) / 4096 / 256) + l < (min(xs_length, ys_length) + 4095) / 4096;  // line 147
    double chosen;  // line 45
    if (c) {  // line 147
        chosen = sum + array[256 * ((min(xs_length, ys_length) + 4095) / 4096 / 256) + l];  // line 70
    } else {  // line 147
        chosen = sum;  // line 45
    }
    tile1[l] = chosen;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {  // line 35
        tile1[l] += tile1[l + 128];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        tile1[l] += tile1[l + 64];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        tile1[l] += tile1[l + 32];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        tile1[l] += tile1[l + 16];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        tile1[l] += tile1[l + 8];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        tile1[l] += tile1[l + 4];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        tile1[l] += tile1[l + 2];  // line 70
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        tile1[0] += tile1[1];  // line 70
        out[0] = tile1[0];  // line 45
    }
}

