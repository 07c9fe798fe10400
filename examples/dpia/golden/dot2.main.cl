#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 9
kernel void main_1(
        const global float* restrict xs,
        const global float* restrict ys,
        global float* restrict tmp,
        int k,
        int l) {
    const int g1 = get_group_id(0);
    for (int l1 = get_local_id(0); l1 < l; l1 += 256) {  // line 12
        float a = 0.0f;  // line 13
        for (int i = 0; i < k; i += 1) {  // line 12
            a += xs[(g1 * l + l1) * k + i] * ys[(g1 * l + l1) * k + i];  // line 13
        }
        tmp[g1 * l + l1] = a;  // line 12
    }
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 9
kernel void main_2(global float* restrict out, const global float* restrict tmp, int g, int l) {
    float a = 0.0f;  // line 15
    for (int i = 0; i < g * l; i += 1) {  // line 9
        a += tmp[i];  // line 15
    }
    out[0] = a;  // line 9
}

