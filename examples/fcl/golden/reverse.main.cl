#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 6
kernel void main_1(global int* restrict out, const global int* restrict xs, int xs_length) {
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 2048; l += 256) {
        if (2048 * g + l < xs_length) {
            out[2048 * g + l] = xs[xs_length - 2048 * g - l - 1];  // line 14
        }
    }
}

