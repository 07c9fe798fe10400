#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(16, 16, 1)))  // line 42
kernel void transposed(global int* restrict out, const global int* restrict mat, int cols, int rows) {
    local int tile[272];
    const int g = get_group_id(0);
    const int y = get_local_id(1);  // line 29
    const int x = get_local_id(0);
    tile[17 * y + x] = mat[min(rows - 1, 16 * (g % ((rows + 15) / 16)) + y) * cols + min(cols - 1, 16 * (g / ((rows + 15) / 16)) + x)];  // line 28
    barrier(CLK_LOCAL_MEM_FENCE);  // line 42
    if ((16 * (g % ((rows + 15) / 16)) + x < rows) & ((16 * (g / ((rows + 15) / 16)) + y) * rows + 16 * (g % ((rows + 15) / 16)) + x < cols * rows)) {
        out[(16 * (g / ((rows + 15) / 16)) + y) * rows + 16 * (g % ((rows + 15) / 16)) + x] = tile[y + 17 * x];  // line 29
    }
}

