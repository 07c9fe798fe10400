#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 19
kernel void paper(global int* restrict out, const global int* restrict xs) {
    local int tile[256];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 7
    tile[l] = (uint)xs[512 * g + l] + xs[512 * g + l + 256];  // line 28
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 128) {  // line 7
        tile[l] += (uint)tile[l + 128];  // line 28
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 64) {  // line 7
        tile[l] += (uint)tile[l + 64];  // line 28
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 32) {  // line 7
        tile[l] += (uint)tile[l + 32];  // line 28
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 16) {  // line 7
        tile[l] += (uint)tile[l + 16];  // line 28
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 8) {  // line 7
        tile[l] += (uint)tile[l + 8];  // line 28
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 4) {  // line 7
        tile[l] += (uint)tile[l + 4];  // line 28
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l < 2) {  // line 7
        tile[l] += (uint)tile[l + 2];  // line 28
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 12
    if (l == 0) {  // line 7
        tile[0] += (uint)tile[1];  // line 28
        out[g] = tile[0];  // line 12
    }
}

