#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 46
kernel void laplace(
        global int* restrict out,
        const global int* restrict mat,
        global int* failure,
        int cols,
        int rows) {
    local int tile[340];
    const int g = get_group_id(0);
    const int divisor = (cols + 31) / 32;  // line 36
    if (divisor == 0) {
        atomic_cmpxchg(failure, 0, 1);
    }
    const int divisor1 = (cols + 31) / 32;  // line 37
    if (divisor1 == 0) {
        atomic_cmpxchg(failure, 0, 2);
    }
    for (int y = get_local_id(1); y < 10; y += 8) {  // line 38
        const int x = get_local_id(0);
        tile[32 * y + x] = mat[max(1, min(rows, 8 * (g / ((cols + 31) / 32)) + (32 * y + x) / 34)) * cols + max(1, min(cols, 32 * (g % ((cols + 31) / 32)) + (32 * y + x) % 34)) - cols - 1];  // line 35
    }
    const int y = get_local_id(1);  // line 38
    if (y == 0) {
        const int x = get_local_id(0);
        if (x < 20) {
            tile[x + 320] = mat[max(1, min(8 * (g / ((cols + 31) / 32)) + 9, rows)) * cols + max(1, min(32 * (g % ((cols + 31) / 32)) + x + 14, cols)) - cols - 1];  // line 35
        }
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 42
    const int x = get_local_id(0);
    if ((32 * (g % ((cols + 31) / 32)) + x < cols) & ((8 * (g / ((cols + 31) / 32)) + y) * cols + 32 * (g % ((cols + 31) / 32)) + x < cols * rows)) {
        out[(8 * (g / ((cols + 31) / 32)) + y) * cols + 32 * (g % ((cols + 31) / 32)) + x] = (uint)tile[34 * y + x + 1] + tile[34 * y + x + 34] + tile[34 * y + x + 36] + tile[34 * y + x + 69] - (uint)4 * tile[34 * y + x + 35];  // line 41
    }
}

