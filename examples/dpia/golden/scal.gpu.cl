#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 9
kernel void gpu(global float* restrict out, float alpha, const global float* restrict xs, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        vstore4((float4)(alpha) * vload4(i, xs), i, out);  // line 10
    }
}

