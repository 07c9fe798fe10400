#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 9
kernel void paper(global int* restrict out, const global int* restrict xs, int xs_length) {
    const int g = get_group_id(0);
    for (int l = get_local_id(0); l < 1024; l += 256) {  // line 5
        out[1024 * g + l] = xs[1024 * (xs_length / 1024) - 1024 * g - l - 1];  // line 88
    }
}

