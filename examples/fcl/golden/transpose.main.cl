#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(512, 1, 1)))  // line 42
kernel void main_1(global int* restrict out, const global int* restrict mat, int cols, int rows) {
    local int tile[4160];
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 4096; l += 512) {  // line 29
        tile[l + l / 64] = mat[min(rows - 1, 64 * (g % ((rows + 63) / 64)) + l / 64) * cols + min(cols - 1, 64 * (g / ((rows + 63) / 64)) + l % 64)];  // line 28
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 42
    for (int l = get_local_id(0); l < 4096; l += 512) {
        if ((64 * (g % ((rows + 63) / 64)) + l % 64 < rows) & ((64 * (g / ((rows + 63) / 64)) + l / 64) * rows + 64 * (g % ((rows + 63) / 64)) + l % 64 < cols * rows)) {
            out[(64 * (g / ((rows + 63) / 64)) + l / 64) * rows + 64 * (g % ((rows + 63) / 64)) + l % 64] = tile[65 * (l % 64) + l / 64];  // line 29
        }
    }
}

