#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 24
kernel void cpu(
        global float* restrict out,
        float alpha,
        float beta,
        const global float* restrict mat,
        const global float* restrict xs,
        const global float* restrict ys,
        int m) {
    const int i = get_global_id(0);
    float16 a = (float16)(0.0f);  // line 28
    for (int i1 = 0; i1 < m; i1 += 1) {  // line 27
        a += vload16(i * m + i1, mat) * vload16(i1, xs);  // line 28
    }
    float a1 = 0.0f;  // line 29
    #pragma unroll
    for (int i1 = 0; i1 < 16; i1 += 1) {
        a1 += ((float*)&a)[i1];
    }
    out[i] = alpha * a1 + beta * ys[i];
}

