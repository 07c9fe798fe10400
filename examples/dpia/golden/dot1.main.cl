#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 7
kernel void main_1(
        const global float* restrict xs,
        const global float* restrict ys,
        global float* restrict tmp,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        tmp[i] = xs[i] * ys[i];
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))
kernel void main_2(global float* restrict out, const global float* restrict tmp, int n) {
    float a = 0.0f;
    for (int i = 0; i < n; i += 1) {
        a += tmp[i];
    }
    out[0] = a;
}

