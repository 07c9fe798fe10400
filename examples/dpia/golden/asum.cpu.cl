#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 27
kernel void cpu_1(const global float* restrict xs, global float* restrict tmp, int k) {
    const int i = get_global_id(0);
    float16 a = (float16)(0.0f);  // line 29
    for (int i1 = 0; i1 < k; i1 += 1) {  // line 27
        a += fabs(vload16(i * k + i1, xs));  // line 29
    }
    vstore16(a, i, tmp);  // line 27
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 26
kernel void cpu_2(global float* restrict out, const global float* restrict tmp) {
    float a = 0.0f;  // line 31
    for (int i = 0; i < 1024; i += 1) {  // line 26
        a += tmp[i];  // line 31
    }
    out[0] = a;  // line 26
}

