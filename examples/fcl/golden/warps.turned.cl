#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void turned(global int* restrict out, const global int* restrict xs, int xs_length) {
    const int g = get_group_id(0);
    const int l = get_local_id(0);  // line 31
    if (256 * g + l < xs_length) {
        out[256 * g + l] = xs[max(l % 32 + 1, min(256 * g + 32 * (l / 32) + 32, xs_length)) - l % 32 - 1];  // line 29
    }
}

