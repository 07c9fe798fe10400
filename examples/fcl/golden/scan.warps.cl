#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 41
kernel void warps(
        global int* restrict out,
        const global int* restrict xs,
        local int* tile,
        local int* tile1,
        local int* tile2,
        local int* tile_1_2,
        local int* tile_2_2,
        global int* failure,
        int xs_length) {
    local int tile_1[32];  // line 32
    local int tile_2[32];
    local int tile_1_1[32];
    local int tile_2_1[32];
    local int failed;
    local int failed1;
    for (int w = 0; w < (xs_length + 31) / 32; w += 1) {
        const int l = get_local_id(0);  // line 15
        if (l < 32) {
            int x = 32 * w + l < xs_length ? xs[32 * w + l] : 0;  // line 105
            tile_1[l] = 1;  // line 15
            tile_2[l] = x;  // line 105
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 32
        bool again = tile_1[0] < 32;  // line 13
        barrier(CLK_LOCAL_MEM_FENCE);
        if (get_local_id(0) == 0) {
            failed = failure[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        while (again && failed == 0) {
            if (l < 32) {  // line 6
                int p_ = tile_1[l];  // line 13
                int p_1 = tile_2[l];
                bool c = l < p_;  // line 8
                int at = 0;
                int a = 0;
                if (!c) {
                    int at1 = (uint)l - p_;
                    if (at1 < 0 || at1 > 31) {
                        note_failure(failure, 1, at1, 31);
                        at1 = 0;
                    }
                    at = at1;
                    a = tile_2[at1];  // line 13
                }
                tile_1_1[l] = (uint)2 * p_;  // line 8
                tile_2_1[l] = c ? p_1 : (int)((uint)a + p_1);
            }
            barrier(CLK_LOCAL_MEM_FENCE);  // line 13
            bool again1 = tile_1_1[0] < 32;
            {
                const bool taken = again1;
                {
                    if (taken) {
                        if (l < 32) {  // line 6
                            int p_ = tile_1_1[l];  // line 13
                            int p_1 = tile_2_1[l];
                            bool c = l < p_;  // line 8
                            int at = 0;
                            int a = 0;
                            if (!c) {
                                int at1 = (uint)l - p_;
                                if (at1 < 0 || at1 > 31) {
                                    note_failure(failure, 1, at1, 31);
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
                        again = tile_1[0] < 32;
                    }
                }
                if (!taken) {
                    if (l < 32) {
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
        if (l < 32) {
            tile2[32 * w + l] = tile_2[l];
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 32
    }
    for (int l = get_local_id(0); l < (xs_length + 31) / 32; l += 256) {  // line 15
        int x = tile2[32 * l + 31];  // line 32
        tile_1_2[l] = 1;  // line 15
        tile_2_2[l] = x;  // line 32
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 41
    bool again = (xs_length + 31) / 32 < 2 ? false : tile_1_2[0] < (xs_length + 31) / 32;  // line 13
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        failed1 = failure[0];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (again && failed1 == 0) {
        for (int l = get_local_id(0); l < (xs_length + 31) / 32; l += 256) {  // line 6
            int p_ = tile_1_2[l];  // line 13
            int p_1 = tile_2_2[l];
            bool c = l < p_;  // line 8
            int at = 0;
            int a = 0;
            if (!c) {
                int at1 = (uint)l - p_;
                if (at1 < 0 || at1 > (xs_length + 31) / 32 - 1) {
                    note_failure(failure, 1, at1, (xs_length + 31) / 32 - 1);
                    at1 = 0;
                }
                at = at1;
                a = tile_2_2[at1];  // line 13
            }
            tile[l] = (uint)2 * p_;  // line 8
            tile1[l] = c ? p_1 : (int)((uint)a + p_1);
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 13
        bool again1 = (xs_length + 31) / 32 < 2 ? false : tile[0] < (xs_length + 31) / 32;
        {
            const bool taken1 = again1;
            {
                if (taken1) {
                    for (int l = get_local_id(0); l < (xs_length + 31) / 32; l += 256) {  // line 6
                        int p_ = tile[l];  // line 13
                        int p_1 = tile1[l];
                        bool c = l < p_;  // line 8
                        int at = 0;
                        int a = 0;
                        if (!c) {
                            int at1 = (uint)l - p_;
                            if (at1 < 0 || at1 > (xs_length + 31) / 32 - 1) {
                                note_failure(failure, 1, at1, (xs_length + 31) / 32 - 1);
                                at1 = 0;
                            }
                            at = at1;
                            a = tile1[at1];  // line 13
                        }
                        tile_1_2[l] = (uint)2 * p_;  // line 8
                        tile_2_2[l] = c ? p_1 : (int)((uint)a + p_1);
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);  // line 13
                if (taken1) {
                    again = (xs_length + 31) / 32 < 2 ? false : tile_1_2[0] < (xs_length + 31) / 32;
                }
            }
            if (!taken1) {
                for (int l = get_local_id(0); l < (xs_length + 31) / 32; l += 256) {
                    tile_1_2[l] = tile[l];
                    tile_2_2[l] = tile1[l];
                }
                again = false;
            }
        }
        if (get_local_id(0) == 0) {
            failed1 = failure[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int l = get_local_id(0); l < (xs_length + 31) / 32; l += 256) {
        tile[l] = tile_2_2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 34
    for (int l = get_local_id(0); l < xs_length; l += 256) {
        out[l] = (uint)(l / 32 == 0 ? 0 : tile[l / 32 - 1]) + tile2[l];  // line 41
    }
}

