#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(512, 1, 1)))  // line 50
kernel void main_1(const global int* restrict xs, global int* restrict array, int xs_length) {
    local int tile[512];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 45
    int sum = 0;  // line 66
    #pragma unroll  // line 145
    for (int i = 0; i < 16; i += 1) {
        sum += (uint)(8192 * g + l + 512 * i < xs_length ? xs[8192 * g + l + 512 * i] : 0);  // line 66
    }
    tile[l] = sum;  // line 45
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 256) {  // line 35
        tile[l] += (uint)tile[l + 256];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 128) {  // line 35
        tile[l] += (uint)tile[l + 128];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        tile[l] += (uint)tile[l + 64];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        tile[l] += (uint)tile[l + 32];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        tile[l] += (uint)tile[l + 16];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        tile[l] += (uint)tile[l + 8];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        tile[l] += (uint)tile[l + 4];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        tile[l] += (uint)tile[l + 2];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        tile[0] += (uint)tile[1];  // line 66
        array[g] = tile[0];  // line 45
    }
}

__attribute__((reqd_work_group_size(512, 1, 1)))  // line 58
kernel void main_2(global int* restrict out, const global int* restrict array, int xs_length) {
    local int tile1[512];
    const int l = get_local_id(0);  // line 45
    int sum = 0;  // line 66
    for (int i = 0; i < (xs_length + 8191) / 8192 / 512; i += 1) {  // line 145
        sum += (uint)array[l + 512 * i];  // line 66
    }
    bool c = 512 * ((xs_length + 8191) / 8192 / 512) + l < (xs_length + 8191) / 8192;  // line 147
    int chosen;  // line 45
    if (c) {  // line 147
        chosen = (uint)sum + array[512 * ((xs_length + 8191) / 8192 / 512) + l];  // line 66
    } else {  // line 147
        chosen = sum;  // line 45
    }
    tile1[l] = chosen;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 256) {  // line 35
        tile1[l] += (uint)tile1[l + 256];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 128) {  // line 35
        tile1[l] += (uint)tile1[l + 128];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        tile1[l] += (uint)tile1[l + 64];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        tile1[l] += (uint)tile1[l + 32];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        tile1[l] += (uint)tile1[l + 16];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        tile1[l] += (uint)tile1[l + 8];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        tile1[l] += (uint)tile1[l + 4];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        tile1[l] += (uint)tile1[l + 2];  // line 66
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        tile1[0] += (uint)tile1[1];  // line 66
        out[0] = tile1[0];  // line 45
    }
}

