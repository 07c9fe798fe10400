#pragma OPENCL FP_CONTRACT OFF
#pragma OPENCL EXTENSION cl_khr_fp64 : enable

static int quot_i32(int a, int b) {
    if (b == 0) return 0;
    return b == -1 ? (int)-(uint)a : a / b;
}

static int rem_i32(int a, int b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 33
kernel void tiled(
        global double* restrict out,
        int k,
        const global double* restrict a,
        const global double* restrict b,
        global int* failure,
        int a_length,
        int b_length,
        int m,
        int n) {
    local double tile[256];
    local double tile1[256];
    local int tile_1[256];  // line 42
    local double tile_2[256];
    local int tile_1_1[256];
    local double tile_2_1[256];
    local int failed;
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 33
    tile_1[l] = 0;
    tile_2[l] = 0.0;  // line 18
    barrier(CLK_LOCAL_MEM_FENCE);  // line 42
    int length_1 = 256;  // line 33
    bool again = tile_1[0] < quot_i32((int)((uint)k + 16 - 1), 16);
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        failed = failure[0];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (again && failed == 0) {
        const int n1 = length_1;
        int at = 0;  // line 26
        if (at < 0 || at > n1 - 1) {
            note_failure(failure, 1, at, n1 - 1);
            at = 0;
        }
        int h = tile_1[at];  // line 33
        int x = (uint)h * 16 + rem_i32(l, 16);  // line 35
        bool c = (16 * (g / ((m + 15) / 16)) + l / 16 < n) & (x < k);  // line 36
        int at1 = 0;
        if (c) {
            int at2 = (uint)(16 * (g / ((m + 15) / 16)) + l / 16) * k + x;
            if (at2 < 0 || at2 > a_length - 1) {
                note_failure(failure, 2, at2, a_length - 1);
                at2 = 0;
            }
            at1 = at2;
        }
        const int at2 = at1;
        tile[l] = c ? a[at2] : 0.0;
        int y = (uint)h * 16 + quot_i32(l, 16);  // line 34
        bool c1 = (y < k) & (16 * (g % ((m + 15) / 16)) + l % 16 < m);  // line 36
        int at3 = 0;
        if (c1) {
            int at4 = (uint)y * m + (16 * (g % ((m + 15) / 16)) + l % 16);
            if (at4 < 0 || at4 > b_length - 1) {
                note_failure(failure, 2, at4, b_length - 1);
                at4 = 0;
            }
            at3 = at4;
        }
        const int at4 = at3;
        tile1[l] = c1 ? b[at4] : 0.0;
        barrier(CLK_LOCAL_MEM_FENCE);  // line 29
        int at5 = l;  // line 32
        if (at5 < 0 || at5 > n1 - 1) {
            note_failure(failure, 3, at5, n1 - 1);
            at5 = 0;
        }
        double sum = tile_2[at5];  // line 33
        double sum1 = sum;
        #pragma unroll  // line 32
        for (int i = 0; i < 16; i += 1) {
            sum1 += tile[16 * (l / 16) + i] * tile1[l % 16 + 16 * i];  // line 18
        }
        tile_1_1[l] = (uint)h + 1;  // line 32
        tile_2_1[l] = sum1;  // line 29
        barrier(CLK_LOCAL_MEM_FENCE);  // line 33
        bool again1 = tile_1_1[0] < quot_i32((int)((uint)k + 16 - 1), 16);
        {
            const bool taken = again1;
            {
                int h1;
                if (taken) {
                    h1 = tile_1_1[0];
                    int x1 = (uint)h1 * 16 + rem_i32(l, 16);  // line 35
                    bool c2 = (16 * (g / ((m + 15) / 16)) + l / 16 < n) & (x1 < k);  // line 36
                    int at6 = 0;
                    if (c2) {
                        int at7 = (uint)(16 * (g / ((m + 15) / 16)) + l / 16) * k + x1;
                        if (at7 < 0 || at7 > a_length - 1) {
                            note_failure(failure, 2, at7, a_length - 1);
                            at7 = 0;
                        }
                        at6 = at7;
                    }
                    const int at7 = at6;
                    tile[l] = c2 ? a[at7] : 0.0;
                    int v_y1 = (uint)h1 * 16 + quot_i32(l, 16);  // line 34
                    bool c3 = (v_y1 < k) & (16 * (g % ((m + 15) / 16)) + l % 16 < m);  // line 36
                    int at8 = 0;
                    if (c3) {
                        int at9 = (uint)v_y1 * m + (16 * (g % ((m + 15) / 16)) + l % 16);
                        if (at9 < 0 || at9 > b_length - 1) {
                            note_failure(failure, 2, at9, b_length - 1);
                            at9 = 0;
                        }
                        at8 = at9;
                    }
                    const int at9 = at8;
                    tile1[l] = c3 ? b[at9] : 0.0;
                }
                barrier(CLK_LOCAL_MEM_FENCE);  // line 29
                if (taken) {
                    double sum2 = tile_2_1[l];  // line 33
                    double sum3 = sum2;
                    #pragma unroll  // line 32
                    for (int i = 0; i < 16; i += 1) {
                        sum3 += tile[16 * (l / 16) + i] * tile1[l % 16 + 16 * i];  // line 18
                    }
                    tile_1[l] = (uint)h1 + 1;  // line 32
                    tile_2[l] = sum3;  // line 29
                }
                barrier(CLK_LOCAL_MEM_FENCE);  // line 33
                if (taken) {
                    length_1 = 256;
                    again = tile_1[0] < quot_i32((int)((uint)k + 16 - 1), 16);
                }
            }
            if (!taken) {
                tile_1[l] = tile_1_1[l];
                tile_2[l] = tile_2_1[l];
                length_1 = 256;
                again = false;
            }
        }
        if (get_local_id(0) == 0) {
            failed = failure[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int n1 = length_1;
    int checked = n1 == 256 ? 0 : 1;  // line 42
    if (checked < 0 || checked > 0) {
        note_failure(failure, 4, checked, 0);
        checked = 0;
    }
    if (n1 == 256 && (l < n1 && (16 * (g % ((m + 15) / 16)) + l % 16 < m) & ((16 * (g / ((m + 15) / 16)) + l / 16) * m + 16 * (g % ((m + 15) / 16)) + l % 16 < n * m))) {
        out[(16 * (g / ((m + 15) / 16)) + l / 16) * m + 16 * (g % ((m + 15) / 16)) + l % 16] = tile_2[l];  // line 33
    }
}

