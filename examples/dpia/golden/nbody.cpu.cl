#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 31
kernel void cpu_1(
        float x,
        const global float* restrict x1,
        const global float* restrict x2,
        global float* restrict tmp_1,
        global float* restrict tmp_2,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        float4 a = (float4)(0.0f);  // line 32
        for (int i1 = 0; i1 < n; i1 += 1) {  // line 30
            float4 d = vload4(i1, x1) - vload4(i, x1);  // line 15
            float inverse = 1.0f / sqrt(d.s0 * d.s0 + d.s1 * d.s1 + d.s2 * d.s2 + 1.0f);  // line 16
            const float4 vector = vload4(i1, x1);  // line 17
            float s = vector.s3 * (inverse * inverse * inverse);
            a += (float4)(d.s0 * s, d.s1 * s, d.s2 * s, 0.0f);  // line 32
        }
        float4 w = vload4(i, x2) + a * (float4)(x);  // line 21
        vstore4(vload4(i, x1) + w * (float4)(x), i, tmp_1);  // line 22
        vstore4(w, i, tmp_2);  // line 21
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 25
kernel void cpu_2(global float* restrict out1, const global float* restrict tmp_1, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        vstore4(vload4(i, tmp_1), i, out1);
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))
kernel void cpu_3(global float* restrict out2, const global float* restrict tmp_2, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        vstore4(vload4(i, tmp_2), i, out2);
    }
}

