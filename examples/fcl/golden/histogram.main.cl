#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 20
kernel void main_1(const global uchar* restrict xs, global uint* restrict array) {
    local uchar tile[256] __attribute__((aligned(4)));
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 13
    tile[l] = xs[256 * g + l];  // line 88
    barrier(CLK_LOCAL_MEM_FENCE);  // line 14
    if (l < 16) {
        uint sum = 0u;
        for (int i = 0; i < 256; i += 1) {
            sum = (int)tile[i] == l ? sum + 1u : sum;
        }
        array[16 * g + l] = sum;
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 21
kernel void main_2(global uint* restrict out, const global uint* restrict array, int xs_length) {
    const int i = get_global_id(0);
    if (i < 16) {
        uint sum = 0u;
        for (int i1 = 0; i1 < xs_length / 256; i1 += 1) {
            sum += array[i + 16 * i1];
        }
        out[i] = sum;
    }
}

