#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 9
kernel void main_1(
        global float* restrict out,
        const global float* restrict xs,
        const global float* restrict ys,
        int k,
        int l) {
    const int g = get_group_id(0);
    for (int l1 = get_local_id(0); l1 < l; l1 += 256) {  // line 12
        float4 a = (float4)(0.0f);  // line 13
        for (int i = 0; i < k; i += 1) {  // line 12
            a += vload4((g * l + l1) * k + i, xs) * vload4((g * l + l1) * k + i, ys);  // line 13
        }
        vstore4(a, g * l + l1, out);  // line 12
    }
}

