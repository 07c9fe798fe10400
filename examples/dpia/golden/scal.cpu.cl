#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 15
kernel void cpu(global float* restrict out, float alpha, const global float* restrict xs, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        vstore16((float16)(alpha) * vload16(i, xs), i, out);  // line 16
    }
}

