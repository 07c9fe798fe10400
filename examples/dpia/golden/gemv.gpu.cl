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
    local float4 tmp[256];
    local float partial[256];
    local float partial1[128];
    local float partial2[64];
    local float partial3[32];
    local float partial4[16];
    local float partial5[8];
    local float partial6[4];
    local float partial7[2];
    local float partial8[1];
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
        partial2[l] = partial1[l + 64] + partial1[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 32) {
        partial3[l] = partial2[l + 32] + partial2[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 16) {
        partial4[l] = partial3[l + 16] + partial3[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 8) {
        partial5[l] = partial4[l + 8] + partial4[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 4) {
        partial6[l] = partial5[l + 4] + partial5[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l < 2) {
        partial7[l] = partial6[l + 2] + partial6[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 13
    if (l == 0) {
        partial8[0] = partial7[1] + partial7[0];  // line 18
        out[g] = alpha * partial8[0] + beta * ys[g];  // line 19
    }
}

