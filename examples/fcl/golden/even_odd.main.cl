#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 25
kernel void main_1(
        global int* restrict out,
        const global int* restrict xs,
        local int* tile,
        local int* tile1,
        int xs_length) {
    for (int l = get_local_id(0); l < xs_length; l += 256) {
        tile[l] = xs[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    int length_1 = xs_length;
    bool again = 1 != xs_length;
    while (again) {
        const int n = length_1;
        for (int l = get_local_id(0); l < n / 2; l += 256) {  // line 20
            tile1[l] = (uint)tile[2 * l] + tile[2 * l + 1];  // line 25
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        bool again1 = 1 != n / 2;
        if (again1) {
            for (int l = get_local_id(0); l < n / 2 / 2; l += 256) {  // line 20
                tile[l] = (uint)tile1[2 * l] + tile1[2 * l + 1];  // line 25
            }
            length_1 = n / 2 / 2;
            again = 1 != n / 2 / 2;
        } else {
            for (int l = get_local_id(0); l < n / 2; l += 256) {
                tile[l] = tile1[l];
            }
            length_1 = n / 2;
            again = false;
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    const int l = get_local_id(0);
    if (l == 0) {
        out[0] = tile[0];
    }
}

