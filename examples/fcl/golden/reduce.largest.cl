#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 50
kernel void largest_1(const global int* restrict xs, global int* restrict array, int xs_length) {
    local int tile[256];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 45
    int sum = (-2147483647 - 1);  // line 40
    #pragma unroll  // line 145
    for (int i = 0; i < 16; i += 1) {
        sum = max(sum, 4096 * g + l + 256 * i < xs_length ? xs[4096 * g + l + 256 * i] : (-2147483647 - 1));
    }
    tile[l] = sum;  // line 45
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {  // line 35
        tile[l] = max(tile[l], tile[l + 128]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        tile[l] = max(tile[l], tile[l + 64]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        tile[l] = max(tile[l], tile[l + 32]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        tile[l] = max(tile[l], tile[l + 16]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        tile[l] = max(tile[l], tile[l + 8]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        tile[l] = max(tile[l], tile[l + 4]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        tile[l] = max(tile[l], tile[l + 2]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        tile[0] = max(tile[0], tile[1]);
        array[g] = tile[0];  // line 45
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 58
kernel void largest_2(global int* restrict out, const global int* restrict array, int xs_length) {
    local int tile1[256];
    const int l = get_local_id(0);  // line 45
    int sum = (-2147483647 - 1);  // line 40
    for (int i = 0; i < (xs_length + 4095) / 4096 / 256; i += 1) {  // line 145
        sum = max(sum, array[l + 256 * i]);
    }
    tile1[l] = 256 * ((xs_length + 4095) / 4096 / 256) + l < (xs_length + 4095) / 4096 ? max(sum, array[256 * ((xs_length + 4095) / 4096 / 256) + l]) : sum;  // line 147
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 128) {  // line 35
        tile1[l] = max(tile1[l], tile1[l + 128]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 64) {  // line 35
        tile1[l] = max(tile1[l], tile1[l + 64]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 32) {  // line 35
        tile1[l] = max(tile1[l], tile1[l + 32]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 16) {  // line 35
        tile1[l] = max(tile1[l], tile1[l + 16]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 8) {  // line 35
        tile1[l] = max(tile1[l], tile1[l + 8]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 4) {  // line 35
        tile1[l] = max(tile1[l], tile1[l + 4]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l < 2) {  // line 35
        tile1[l] = max(tile1[l], tile1[l + 2]);
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 45
    if (l == 0) {  // line 35
        tile1[0] = max(tile1[0], tile1[1]);
        out[0] = tile1[0];  // line 45
    }
}

