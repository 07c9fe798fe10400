#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 30
kernel void any_1(
        global int* restrict out,
        global int* restrict length_1,
        const global int* restrict xs,
        local int* tile,
        local int* tile1,
        int xs_length) {
    for (int l = get_local_id(0); l < xs_length; l += 256) {  // line 35
        tile[l] = xs[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 30
    int length_2 = xs_length;
    bool again = 1 < xs_length;
    while (again) {
        const int n = length_2;
        for (int l = get_local_id(0); l < (n + 1) / 2; l += 256) {  // line 33
            tile1[l] = 2 * l + 1 < n ? (int)((uint)tile[2 * l] + tile[2 * l + 1]) : tile[2 * l];  // line 34
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 30
        bool again1 = 1 < (n + 1) / 2;
        if (again1) {
            for (int l = get_local_id(0); l < ((n + 1) / 2 + 1) / 2; l += 256) {  // line 33
                tile[l] = 2 * l + 1 < (n + 1) / 2 ? (int)((uint)tile1[2 * l] + tile1[2 * l + 1]) : tile1[2 * l];  // line 34
            }
            length_2 = ((n + 1) / 2 + 1) / 2;  // line 30
            again = 1 < ((n + 1) / 2 + 1) / 2;
        } else {
            for (int l = get_local_id(0); l < (n + 1) / 2; l += 256) {
                tile[l] = tile1[l];
            }
            length_2 = (n + 1) / 2;
            again = false;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int n = length_2;
    if (n <= 1) {
        const int l = get_local_id(0);
        if (l < n) {
            out[l] = tile[l];
        }
        if (l == 0) {
            length_1[0] = n;
        }
    }
}

