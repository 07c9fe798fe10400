#pragma OPENCL FP_CONTRACT OFF

static int shr_i32(int a, int b) {
    return a >> ((uint)b < 32 ? b : 31);
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 17
kernel void gpu(
        global uchar* restrict out_1,
        global uchar* restrict out_2,
        global uchar* restrict out_3,
        const global uchar* restrict r,
        const global uchar* restrict g,
        const global uchar* restrict b,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        int r_g_b_1 = (int)r[i];  // line 11
        int r_g_b_2 = (int)g[i];
        int r_g_b_3 = (int)b[i];
        out_1[i] = (uchar)min(max(shr_i32((int)((uint)77 * r_g_b_1 + (uint)150 * r_g_b_2 + (uint)29 * r_g_b_3 + 128), 8), 0), 255);  // line 8
        out_2[i] = (uchar)min(max((int)((uint)shr_i32((int)((uint)128 * r_g_b_3 - (uint)43 * r_g_b_1 - (uint)85 * r_g_b_2 + 128), 8) + 128), 0), 255);
        out_3[i] = (uchar)min(max((int)((uint)shr_i32((int)((uint)128 * r_g_b_1 - (uint)107 * r_g_b_2 - (uint)21 * r_g_b_3 + 128), 8) + 128), 0), 255);
    }
}

