#pragma OPENCL FP_CONTRACT OFF

static int quot_i32(int a, int b) {
    if (b == 0) return 0;
    return b == -1 ? (int)-(uint)a : a / b;
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 30
kernel void any_1(
        global int* out,
        global int* length_1,
        const global int* restrict xs,
        local int* tile,
        local int* tile1,
        global int* failure,
        int xs_length) {
    for (int l = get_local_id(0); l < xs_length; l += 256) {  // line 35
        tile[l] = xs[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 30
    int length_2 = xs_length;
    bool again = 1 < xs_length;
    while (again) {
        again = false;
        const int n = length_2;  // line 34
        int length_3 = quot_i32((int)((uint)n + 1), 2);  // line 33
        if (length_3 < 0 || length_3 > 2147483647) {
            atomic_cmpxchg(failure, 0, 1);
            length_3 = 0;
        }
        int checked = length_3 <= xs_length ? 0 : 1;
        if (checked < 0 || checked > 0) {
            atomic_cmpxchg(failure, 0, 2);
            checked = 0;
        }
        {  // line 30
            const bool taken = length_3 <= xs_length;
            {
                if (taken) {
                    for (int l = get_local_id(0); l < length_3; l += 256) {  // line 33
                        bool c = (int)((uint)2 * l + 1) < n;  // line 34
                        int at = 0;
                        int at1 = 0;
                        int at2 = 0;
                        if (c) {
                            int at3 = (uint)2 * l;
                            if (at3 < 0 || at3 > n - 1) {
                                atomic_cmpxchg(failure, 0, 3);
                                at3 = 0;
                            }
                            at = at3;
                            int at4 = (uint)2 * l + 1;
                            if (at4 < 0 || at4 > n - 1) {
                                atomic_cmpxchg(failure, 0, 4);
                                at4 = 0;
                            }
                            at1 = at4;
                        } else {
                            int at3 = (uint)2 * l;
                            if (at3 < 0 || at3 > n - 1) {
                                atomic_cmpxchg(failure, 0, 5);
                                at3 = 0;
                            }
                            at2 = at3;
                        }
                        const int at3 = at;
                        const int at4 = at1;
                        const int at5 = at2;
                        tile1[l] = c ? (int)((uint)tile[at3] + tile[at4]) : tile[at5];
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);  // line 30
                if (taken) {
                    bool again1 = 1 < length_3;
                    if (again1) {
                        int length_4 = quot_i32((int)((uint)length_3 + 1), 2);  // line 33
                        if (length_4 < 0 || length_4 > 2147483647) {
                            atomic_cmpxchg(failure, 0, 1);
                            length_4 = 0;
                        }
                        int checked1 = length_4 <= xs_length ? 0 : 1;
                        if (checked1 < 0 || checked1 > 0) {
                            atomic_cmpxchg(failure, 0, 2);
                            checked1 = 0;
                        }
                        if (length_4 <= xs_length) {  // line 30
                            for (int l = get_local_id(0); l < length_4; l += 256) {  // line 33
                                bool c = (int)((uint)2 * l + 1) < length_3;  // line 34
                                int at = 0;
                                int at1 = 0;
                                int at2 = 0;
                                if (c) {
                                    int at3 = (uint)2 * l;
                                    if (at3 < 0 || at3 > length_3 - 1) {
                                        atomic_cmpxchg(failure, 0, 3);
                                        at3 = 0;
                                    }
                                    at = at3;
                                    int at4 = (uint)2 * l + 1;
                                    if (at4 < 0 || at4 > length_3 - 1) {
                                        atomic_cmpxchg(failure, 0, 4);
                                        at4 = 0;
                                    }
                                    at1 = at4;
                                } else {
                                    int at3 = (uint)2 * l;
                                    if (at3 < 0 || at3 > length_3 - 1) {
                                        atomic_cmpxchg(failure, 0, 5);
                                        at3 = 0;
                                    }
                                    at2 = at3;
                                }
                                const int at3 = at;
                                const int at4 = at1;
                                const int at5 = at2;
                                tile[l] = c ? (int)((uint)tile1[at3] + tile1[at4]) : tile1[at5];
                            }
                            length_2 = length_4;  // line 30
                            again = 1 < length_4;
                        }
                    } else {
                        for (int l = get_local_id(0); l < length_3; l += 256) {
                            tile[l] = tile1[l];
                        }
                        length_2 = length_3;
                        again = false;
                    }
                }
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int n = length_2;
    for (int l = get_local_id(0); l < n; l += 256) {
        out[l] = tile[l];
    }
    const int first = get_local_id(0);
    if (first == 0) {
        length_1[0] = n;
    }
}

