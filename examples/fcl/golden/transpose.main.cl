#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 42
kernel void main_1(
        global int* restrict out,
        const global int* restrict mat,
        global int* restrict failure,
        int cols,
        int mat_length,
        int rows) {
    local int tile[1056];
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {  // line 29
        int at = (uint)min((int)((uint)(g % ((rows + 31) / 32)) * 32 + l / 32), (int)((uint)rows - 1)) * cols + min((int)((uint)(g / ((rows + 31) / 32)) * 32 + l % 32), (int)((uint)cols - 1));
        if (at < 0 || at > mat_length - 1) {
            atomic_cmpxchg(failure, 0, 1);  // line 28
            at = 0;
        }
        tile[l + l / 32] = mat[at];
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 42
    for (int l = get_local_id(0); l < 1024; l += 256) {
        if ((32 * (g % ((rows + 31) / 32)) + l % 32 < rows) & ((32 * (g / ((rows + 31) / 32)) + l / 32) * rows + 32 * (g % ((rows + 31) / 32)) + l % 32 < cols * rows)) {
            out[(32 * (g / ((rows + 31) / 32)) + l / 32) * rows + 32 * (g % ((rows + 31) / 32)) + l % 32] = tile[33 * (l % 32) + l / 32];  // line 29
        }
    }
}

