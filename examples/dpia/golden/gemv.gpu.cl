#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 13
kernel void gpu(
        global float* restrict out,
        float alpha,
        float beta,
        const global float* restrict mat,
        const global float* restrict xs,
        const global float* restrict ys,
        int m) {
    local float partial[256];
    local float partial1[128];
    local float4 tmp[256];
    const int g = get_group_id(0);  // line 10
    const int l = get_local_id(0);  // line 16
    float4 a = (float4)(0.0f);
    for (int i = 0; i < m; i += 1) {
        a += vload4(256 * g * m + l + 256 * i, mat) * vload4(l + 256 * i, xs);
    }
    tmp[l] = a;
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    float y = 0.0f;  // line 18
    #pragma unroll  // line 13
    for (int i = 0; i < 4; i += 1) {
        y += ((local float*)tmp)[l + 256 * i];  // line 18
    }
    partial[l] = y;  // line 13
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {
        partial1[l] = partial[l + 128] + partial[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 64) {
        partial[l] = partial1[l + 64] + partial1[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 32) {
        partial1[l] = partial[l + 32] + partial[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 16) {
        partial[l] = partial1[l + 16] + partial1[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 8) {
        partial1[l] = partial[l + 8] + partial[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 4) {
        partial[l] = partial1[l + 4] + partial1[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 2) {
        partial1[l] = partial[l + 2] + partial[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l == 0) {
        partial[0] = partial1[1] + partial1[0];  // line 18
        out[g] = alpha * partial[0] + beta * ys[g];  // line 19
    }
}

