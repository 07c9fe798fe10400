#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 33
kernel void block(
        global int* restrict out,
        const global int* restrict xs,
        global int* failure,
        int xs_length) {
    local int tile[256];
    local int tile1[256];
    local int tile_1[256];
    local int tile_2[256];
    local int failed;
    const int l = get_local_id(0);  // line 44
    int sum = 0;  // line 33
    for (int i = 0; i < (xs_length + 255) / 256; i += 1) {  // line 44
        sum += (uint)(l * ((xs_length + 255) / 256) + i < xs_length ? xs[l * ((xs_length + 255) / 256) + i] : 0);  // line 33
    }
    tile[l] = sum;  // line 44
    int x = tile[l];
    tile_1[l] = 1;  // line 15
    tile_2[l] = x;  // line 44
    barrier(CLK_LOCAL_MEM_FENCE);  // line 33
    bool again = tile_1[0] < 256;  // line 13
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        failed = failure[0];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (again && failed == 0) {
        int p_ = tile_1[l];
        int p_1 = tile_2[l];
        bool c = l < p_;  // line 8
        int at = 0;
        int a = 0;
        if (!c) {
            int at1 = (uint)l - p_;
            if (at1 < 0 || at1 > 255) {
                note_failure(failure, 1, at1, 255);
                at1 = 0;
            }
            at = at1;
            a = tile_2[at1];  // line 13
        }
        tile1[l] = (uint)2 * p_;  // line 8
        tile[l] = c ? p_1 : (int)((uint)a + p_1);
        barrier(CLK_LOCAL_MEM_FENCE);  // line 13
        bool again1 = tile1[0] < 256;
        {
            const bool taken = again1;
            {
                if (taken) {
                    int p_2 = tile1[l];
                    int p_3 = tile[l];
                    bool c1 = l < p_2;  // line 8
                    int at2 = 0;
                    int a1 = 0;
                    if (!c1) {
                        int at3 = (uint)l - p_2;
                        if (at3 < 0 || at3 > 255) {
                            note_failure(failure, 1, at3, 255);
                            at3 = 0;
                        }
                        at2 = at3;
                        a1 = tile[at3];  // line 13
                    }
                    tile_1[l] = (uint)2 * p_2;  // line 8
                    tile_2[l] = c1 ? p_3 : (int)((uint)a1 + p_3);
                }
                barrier(CLK_LOCAL_MEM_FENCE);  // line 13
                if (taken) {
                    again = tile_1[0] < 256;
                }
            }
            if (!taken) {
                tile_1[l] = tile1[l];
                tile_2[l] = tile[l];
                again = false;
            }
        }
        if (get_local_id(0) == 0) {
            failed = failure[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    tile[l] = tile_2[l];
    barrier(CLK_LOCAL_MEM_FENCE);  // line 47
    int init = 32 * (l / 32) + l % 32 == 0 ? 0 : tile[l - 1];  // line 21
    int sum1 = init;
    for (int i = 0; i < (xs_length + 255) / 256; i += 1) {  // line 47
        int b = (32 * (l / 32) + l % 32) * ((xs_length + 255) / 256) + i < xs_length ? xs[l * ((xs_length + 255) / 256) + i] : 0;  // line 43
        sum1 += (uint)b;  // line 33
        if (32 * ((l * ((xs_length + 255) / 256) + i) / (32 * ((xs_length + 255) / 256))) * ((xs_length + 255) / 256) + (l * ((xs_length + 255) / 256) + i) % (32 * ((xs_length + 255) / 256)) < xs_length) {  // line 47
            out[l * ((xs_length + 255) / 256) + i] = sum1;
        }
    }
}

