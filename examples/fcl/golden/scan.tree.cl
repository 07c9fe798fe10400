#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 37
kernel void tree(
        global int* restrict out,
        const global int* restrict xs,
        local int* tile_1,
        local int* tile_2,
        local int* tile_1_1,
        local int* tile_2_1,
        global int* failure,
        int xs_length) {
    local int failed;
    for (int l = get_local_id(0); l < xs_length; l += 256) {  // line 15
        int x = xs[l];
        tile_1[l] = 1;
        tile_2[l] = x;
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 37
    bool again = xs_length < 2 ? false : tile_1[0] < xs_length;  // line 13
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        failed = failure[0];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (again && failed == 0) {
        for (int l = get_local_id(0); l < xs_length; l += 256) {  // line 6
            int p_ = tile_1[l];  // line 13
            int p_1 = tile_2[l];
            bool c = l < p_;  // line 8
            int at = 0;
            int a = 0;
            if (!c) {
                int at1 = (uint)l - p_;
                if (at1 < 0 || at1 > xs_length - 1) {
                    note_failure(failure, 1, at1, xs_length - 1);
                    at1 = 0;
                }
                at = at1;
                a = tile_2[at1];  // line 13
            }
            tile_1_1[l] = (uint)2 * p_;  // line 8
            tile_2_1[l] = c ? p_1 : (int)((uint)a + p_1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 13
        bool again1 = xs_length < 2 ? false : tile_1_1[0] < xs_length;
        {
            const bool taken = again1;
            {
                if (taken) {
                    for (int l = get_local_id(0); l < xs_length; l += 256) {  // line 6
                        int p_ = tile_1_1[l];  // line 13
                        int p_1 = tile_2_1[l];
                        bool c = l < p_;  // line 8
                        int at = 0;
                        int a = 0;
                        if (!c) {
                            int at1 = (uint)l - p_;
                            if (at1 < 0 || at1 > xs_length - 1) {
                                note_failure(failure, 1, at1, xs_length - 1);
                                at1 = 0;
                            }
                            at = at1;
                            a = tile_2_1[at1];  // line 13
                        }
                        tile_1[l] = (uint)2 * p_;  // line 8
                        tile_2[l] = c ? p_1 : (int)((uint)a + p_1);
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);  // line 13
                if (taken) {
                    again = xs_length < 2 ? false : tile_1[0] < xs_length;
                }
            }
            if (!taken) {
                for (int l = get_local_id(0); l < xs_length; l += 256) {
                    tile_1[l] = tile_1_1[l];
                    tile_2[l] = tile_2_1[l];
                }
                again = false;
            }
        }
        if (get_local_id(0) == 0) {
            failed = failure[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int l = get_local_id(0); l < xs_length; l += 256) {
        out[l] = tile_2[l];
    }
}

