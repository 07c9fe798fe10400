#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 26
kernel void large(global int* restrict out, const global int* restrict xs) {
    local int tile[2048];
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 2048; l += 256) {  // line 7
        tile[l] = (uint)xs[4096 * g + l] + xs[4096 * g + l + 2048];  // line 32
    }
    for (int l = get_local_id(0); l < 1024; l += 256) {  // line 7
        tile[l] += (uint)tile[l + 1024];  // line 32
    }
    for (int l = get_local_id(0); l < 512; l += 256) {  // line 7
        tile[l] += (uint)tile[l + 512];  // line 32
    }
    const int l = get_local_id(0);  // line 7
    tile[l] += (uint)tile[l + 256];  // line 32
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 128) {  // line 7
        tile[l] += (uint)tile[l + 128];  // line 32
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 64) {  // line 7
        tile[l] += (uint)tile[l + 64];  // line 32
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 32) {  // line 7
        tile[l] += (uint)tile[l + 32];  // line 32
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 16) {  // line 7
        tile[l] += (uint)tile[l + 16];  // line 32
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 8) {  // line 7
        tile[l] += (uint)tile[l + 8];  // line 32
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 4) {  // line 7
        tile[l] += (uint)tile[l + 4];  // line 32
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 2) {  // line 7
        tile[l] += (uint)tile[l + 2];  // line 32
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l == 0) {  // line 7
        tile[0] += (uint)tile[1];  // line 32
        out[g] = tile[0];  // line 12
    }
}

