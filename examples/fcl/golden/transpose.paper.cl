#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 16
kernel void paper(global int* restrict out, const global int* restrict mat, int cols, int rows) {
    local int tile[1024];
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {  // line 8
        tile[l] = mat[(32 * (g % (rows / 32)) + l / 32) * cols + 32 * (g / (rows / 32)) + l % 32];  // line 10
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 16
    for (int l = get_local_id(0); l < 1024; l += 256) {
        out[(32 * (g / (rows / 32)) + l / 32) * rows + 32 * (g % (rows / 32)) + l % 32] = tile[32 * (l % 32) + l / 32];  // line 8
    }
}

