#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 31
kernel void cpu_1(const global float* restrict xs, global float* restrict tmp, int k) {
    const int i = get_global_id(0);
    float16 a = (float16)(0.0f);  // line 33
    for (int i1 = 0; i1 < k; i1 += 1) {  // line 31
        a += fabs(vload16(i * k + i1, xs));  // line 33
    }
    vstore16(a, i, tmp);  // line 31
}

__attribute__((reqd_work_group_size(1, 1, 1)))  // line 30
kernel void cpu_2(global float* restrict out, const global float* restrict tmp) {
    float a = 0.0f;  // line 35
    for (int i = 0; i < 1024; i += 1) {  // line 30
        a += tmp[i];  // line 35
    }
    out[0] = a;  // line 30
}

