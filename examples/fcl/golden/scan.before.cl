#pragma OPENCL FP_CONTRACT OFF

static void note_failure(global int* record, int site, long first, long second) {
    if (atomic_cmpxchg(record, 0, site) == 0) {
        record[1] = (int)first;
        record[2] = (int)((ulong)first >> 32);
        record[3] = (int)second;
        record[4] = (int)((ulong)second >> 32);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void before_1(
        const global int* restrict xs,
        global int* restrict array,
        global int* failure,
        int xs_length) {
    local int tile[256];
    local int tile1[1024];
    local int tile2[256];
    local int tile3[256];
    local int tile4[1024];
    local int failed;
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {  // line 59
        tile4[l] = 1024 * g + l < xs_length ? xs[1024 * g + l] : 0;  // line 105
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    const int l = get_local_id(0);  // line 44
    int sum = 0;  // line 29
    #pragma unroll  // line 44
    for (int i = 0; i < 4; i += 1) {
        sum += (uint)tile4[4 * l + i];  // line 29
    }
    tile[l] = sum;  // line 44
    int x = tile[l];
    tile1[l] = 1;  // line 15
    tile2[l] = x;  // line 44
    barrier(CLK_LOCAL_MEM_FENCE);  // line 6
    bool again = tile1[0] < 256;  // line 13
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        failed = failure[0];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (again && failed == 0) {
        int p_ = tile1[l];
        int p_1 = tile2[l];
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
            a = tile2[at1];  // line 13
        }
        tile3[l] = (uint)2 * p_;  // line 8
        tile[l] = c ? p_1 : (int)((uint)a + p_1);
        barrier(CLK_LOCAL_MEM_FENCE);  // line 13
        bool again1 = tile3[0] < 256;
        {
            const bool taken = again1;
            {
                if (taken) {
                    int p_2 = tile3[l];
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
                    tile1[l] = (uint)2 * p_2;  // line 8
                    tile2[l] = c1 ? p_3 : (int)((uint)a1 + p_3);
                }
                barrier(CLK_LOCAL_MEM_FENCE);  // line 13
                if (taken) {
                    again = tile1[0] < 256;
                }
            }
            if (!taken) {
                tile1[l] = tile3[l];
                tile2[l] = tile[l];
                again = false;
            }
        }
        if (get_local_id(0) == 0) {
            failed = failure[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    tile[l] = tile2[l];
    barrier(CLK_LOCAL_MEM_FENCE);  // line 47
    int init = 32 * (l / 32) + l % 32 == 0 ? 0 : tile[l - 1];  // line 21
    int sum1 = init;
    #pragma unroll  // line 47
    for (int i = 0; i < 4; i += 1) {
        int b = tile4[4 * l + i];  // line 59
        sum1 += (uint)b;  // line 29
        tile1[4 * l + i] = sum1;  // line 47
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 59
    for (int l1 = get_local_id(0); l1 < 1024; l1 += 256) {
        if (1024 * g + l1 < xs_length) {
            array[1024 * g + l1] = tile1[l1];
        }
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 62
kernel void before_2(
        const global int* restrict array,
        global int* restrict array1,
        global int* failure,
        int xs_length) {
    local int tile5[256];
    local int tile6[256];
    local int tile_1[256];
    local int tile_2[256];
    local int failed1;
    const int l = get_local_id(0);  // line 44
    int sum = 0;  // line 29
    for (int i = 0; i < ((xs_length + 1023) / 1024 + 255) / 256; i += 1) {  // line 44
        sum += (uint)(l * (((xs_length + 1023) / 1024 + 255) / 256) + i < (xs_length + 1023) / 1024 ? array[min(1024 * l * (((xs_length + 1023) / 1024 + 255) / 256) + 1024 * i + 1024, xs_length) - 1] : 0);  // line 29
    }
    tile5[l] = sum;  // line 44
    int x = tile5[l];
    tile_1[l] = 1;  // line 15
    tile_2[l] = x;  // line 44
    barrier(CLK_LOCAL_MEM_FENCE);  // line 62
    bool again = tile_1[0] < 256;  // line 13
    barrier(CLK_LOCAL_MEM_FENCE);
    if (get_local_id(0) == 0) {
        failed1 = failure[0];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    while (again && failed1 == 0) {
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
        tile6[l] = (uint)2 * p_;  // line 8
        tile5[l] = c ? p_1 : (int)((uint)a + p_1);
        barrier(CLK_LOCAL_MEM_FENCE);  // line 13
        bool again1 = tile6[0] < 256;
        {
            const bool taken = again1;
            {
                if (taken) {
                    int p_2 = tile6[l];
                    int p_3 = tile5[l];
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
                        a1 = tile5[at3];  // line 13
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
                tile_1[l] = tile6[l];
                tile_2[l] = tile5[l];
                again = false;
            }
        }
        if (get_local_id(0) == 0) {
            failed1 = failure[0];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    tile5[l] = tile_2[l];
    barrier(CLK_LOCAL_MEM_FENCE);  // line 47
    int init = 32 * (l / 32) + l % 32 == 0 ? 0 : tile5[l - 1];  // line 21
    int sum1 = init;
    for (int i = 0; i < ((xs_length + 1023) / 1024 + 255) / 256; i += 1) {  // line 47
        int b = (32 * (l / 32) + l % 32) * (((xs_length + 1023) / 1024 + 255) / 256) + i < (xs_length + 1023) / 1024 ? array[min((32768 * (l / 32) + 1024 * (l % 32)) * (((xs_length + 1023) / 1024 + 255) / 256) + 1024 * i + 1024, xs_length) - 1] : 0;  // line 43
        sum1 += (uint)b;  // line 29
        if (32 * ((l * (((xs_length + 1023) / 1024 + 255) / 256) + i) / (32 * (((xs_length + 1023) / 1024 + 255) / 256))) * (((xs_length + 1023) / 1024 + 255) / 256) + (l * (((xs_length + 1023) / 1024 + 255) / 256) + i) % (32 * (((xs_length + 1023) / 1024 + 255) / 256)) < (xs_length + 1023) / 1024) {  // line 47
            array1[l * (((xs_length + 1023) / 1024 + 255) / 256) + i] = sum1;
        }
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void before_3(
        global int* restrict out,
        const global int* restrict array,
        const global int* restrict array1,
        int xs_length) {
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {
        if (1024 * g + l < xs_length) {
            bool c = 1024 * g + l == 0;  // line 21
            int chosen;  // line 6
            if (c) {  // line 21
                chosen = 0;  // line 29
            } else {  // line 21
                chosen = (uint)((1024 * g + l - 1) / 1024 == 0 ? 0 : array1[(1024 * g + l - 1) / 1024 - 1]) + array[1024 * g + l - 1];  // line 29
            }
            out[1024 * g + l] = chosen;  // line 6
        }
    }
}

