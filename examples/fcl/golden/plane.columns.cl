#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 68
kernel void columns(
        global int* restrict out,
        const global int* restrict mat,
        global int* failure,
        int cols,
        int mat_length,
        int rows) {
    local int tile[256];
    const int g = get_group_id(0);
    const int y = get_local_id(1);  // line 66
    const int x = get_local_id(0);
    int sum = 0;  // line 64
    for (int i = 0; i < (rows + 7) / 8; i += 1) {
        bool c = y * ((rows + 7) / 8) + i < rows;  // line 65
        int at = 0;
        if (c) {
            int at1 = ((uint)(y * ((rows + 7) / 8)) + i) * cols + min(cols - 1, 32 * g + x);
            if (at1 < 0 || at1 > mat_length - 1) {
                note_failure(failure, 1, at1, mat_length - 1);
                at1 = 0;
            }
            at = at1;
        }
        const int at1 = at;
        sum += (uint)(c ? mat[at1] : 0);  // line 64
    }
    tile[32 * y + x] = sum;  // line 66
    barrier(CLK_LOCAL_MEM_FENCE);  // line 67
    if (y == 0 && 32 * g + x < cols) {
        int sum1 = 0;
        #pragma unroll
        for (int i = 0; i < 8; i += 1) {
            sum1 += (uint)tile[x + 32 * i];
        }
        out[32 * g + x] = sum1;
    }
}

