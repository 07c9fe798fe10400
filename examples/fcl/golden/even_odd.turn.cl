#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 41
kernel void turn(
        global int* restrict out,
        const global int* restrict xs,
        local int* tile,
        local int* tile1,
        int xs_length) {
    for (int l = get_local_id(0); l < xs_length; l += 256) {
        tile[l] = xs[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    bool again = tile[0] != 3;
    while (again) {
        for (int l = get_local_id(0); l < xs_length; l += 256) {
            tile1[l] = tile[xs_length - l - 1];
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        bool again1 = tile1[0] != 3;
        {
            const bool taken = again1;
            {
                if (taken) {
                    for (int l = get_local_id(0); l < xs_length; l += 256) {
                        tile[l] = tile1[xs_length - l - 1];
                    }
                }
                barrier(CLK_LOCAL_MEM_FENCE);
                if (taken) {
                    again = tile[0] != 3;
                }
            }
            if (!taken) {
                for (int l = get_local_id(0); l < xs_length; l += 256) {
                    tile[l] = tile1[l];
                }
                again = false;
            }
        }
        barrier(CLK_LOCAL_MEM_FENCE);
    }
    for (int l = get_local_id(0); l < xs_length; l += 256) {
        out[l] = tile[l];
    }
}

