#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void sums(global int* restrict out, const global int* restrict xs, int xs_length) {
    local int tile[128];
    local int tile1[64];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 7
    if (l < 128) {
        tile[l] = (uint)(32 * min((xs_length + 31) / 32 - 1, 8 * g + l / 16) + l % 16 < xs_length ? xs[32 * min((xs_length + 31) / 32 - 1, 8 * g + l / 16) + l % 16] : 0) + (32 * min((xs_length + 31) / 32 - 1, 8 * g + l / 16) + l % 16 + 16 < xs_length ? xs[32 * min((xs_length + 31) / 32 - 1, 8 * g + l / 16) + l % 16 + 16] : 0);  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 7
    if (l < 64) {
        tile1[l] = (uint)tile[16 * (l / 8) + l % 8] + tile[16 * (l / 8) + l % 8 + 8];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 7
    if (l < 32) {
        tile[16 * (l / 4) + l % 4] = (uint)tile1[8 * (l / 4) + l % 4] + tile1[8 * (l / 4) + l % 4 + 4];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 7
    if (l < 16) {
        tile1[8 * (l / 2) + l % 2] = (uint)tile[16 * (l / 2) + l % 2] + tile[16 * (l / 2) + l % 2 + 2];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 7
    if (l < 8) {
        tile[16 * l] = (uint)tile1[8 * l] + tile1[8 * l + 1];  // line 21
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 8 && 8 * g + l < (xs_length + 31) / 32) {
        out[8 * g + l] = tile[16 * l];
    }
}

