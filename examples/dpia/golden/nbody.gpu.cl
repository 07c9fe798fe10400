#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 26
kernel void gpu(
        global float* restrict out1,
        global float* restrict out2,
        float dt,
        const global float* restrict bodies,
        const global float* restrict speeds,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        float4 a = (float4)(0.0f);  // line 27
        for (int i1 = 0; i1 < n; i1 += 1) {  // line 25
            float4 d = vload4(i1, bodies) - vload4(i, bodies);  // line 15
            float inverse = 1.0f / sqrt(d.s0 * d.s0 + d.s1 * d.s1 + d.s2 * d.s2 + 1.0f);  // line 16
            float s = bodies[4 * i1 + 3] * (inverse * inverse * inverse);  // line 17
            a += (float4)(d.s0 * s, d.s1 * s, d.s2 * s, 0.0f);  // line 27
        }
        float4 w = vload4(i, speeds) + a * (float4)(dt);  // line 21
        vstore4(vload4(i, bodies) + w * (float4)(dt), i, out1);  // line 22
        vstore4(w, i, out2);  // line 21
    }
}

