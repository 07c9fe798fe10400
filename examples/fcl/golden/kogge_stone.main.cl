#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 15
kernel void main_1(global float* restrict out, const global float* restrict xs) {
    local float tile[64];
    local float tile1[64];
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 11
    if (l < 64) {
        tile[l] = xs[64 * g + l];  // line 88
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 9
    for (int k = 0; k < 3; k += 1) {
        if (l < 64) {  // line 11
            bool c = l < 1 << (2 * k);
            float chosen;
            if (c) {
                chosen = tile[l];  // line 9
            } else {  // line 11
                chosen = tile[l - (1 << (2 * k))] + tile[l];  // line 15
            }
            tile1[l] = chosen;  // line 11
        }
        barrier(CLK_LOCAL_MEM_FENCE);
        if (l < 64) {
            bool c = l < 2 * (1 << (2 * k));
            float chosen;
            if (c) {
                chosen = tile1[l];  // line 9
            } else {  // line 11
                chosen = tile1[l - 2 * (1 << (2 * k))] + tile1[l];  // line 15
            }
            tile[l] = chosen;  // line 11
        }
        barrier(CLK_LOCAL_MEM_FENCE);  // line 9
    }
    if (l < 64) {
        out[64 * g + l] = tile[l];
    }
}

