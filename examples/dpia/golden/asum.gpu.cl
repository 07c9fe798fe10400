#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 15
kernel void gpu_1(const global float* restrict xs, global float* restrict tmp, int g) {
    local float4 tmp1[256];
    local float partial[256];
    local float partial1[128];
    local float partial2[64];
    local float partial3[32];
    local float partial4[16];
    local float partial5[8];
    local float partial6[4];
    local float partial7[2];
    local float partial8[1];
    const int g1 = get_group_id(0);  // line 10
    const int l = get_local_id(0);  // line 16
    float4 a = (float4)(0.0f);
    #pragma unroll
    for (int i = 0; i < 8; i += 1) {
        a += fabs(vload4(256 * i * g + 256 * g1 + l, xs));
    }
    tmp1[l] = a;
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    float y = 0.0f;  // line 18
    #pragma unroll  // line 15
    for (int i = 0; i < 4; i += 1) {
        y += ((local float*)tmp1)[l + 256 * i];  // line 18
    }
    partial[l] = y;  // line 15
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {
        partial1[l] = partial[l + 128] + partial[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 64) {
        partial2[l] = partial1[l + 64] + partial1[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 32) {
        partial3[l] = partial2[l + 32] + partial2[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 16) {
        partial4[l] = partial3[l + 16] + partial3[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 8) {
        partial5[l] = partial4[l + 8] + partial4[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 4) {
        partial6[l] = partial5[l + 4] + partial5[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 2) {
        partial7[l] = partial6[l + 2] + partial6[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l == 0) {
        partial8[0] = partial7[1] + partial7[0];  // line 18
        tmp[g1] = partial8[0];  // line 15
    }
}

__attribute__((reqd_work_group_size(1024, 1, 1)))  // line 22
kernel void gpu_2(global float* restrict out, const global float* restrict tmp, int g) {
    local float partial9[1024];
    local float partial10[512];
    local float partial11[256];
    local float partial12[128];
    local float partial13[64];
    local float partial14[32];
    local float partial15[16];
    local float partial16[8];
    local float partial17[4];
    local float partial18[2];
    local float partial19[1];
    const int l = get_local_id(0);
    float y = 0.0f;
    for (int i = 0; i < max(1, (g + 1023) / 1024); i += 1) {
        y += l + 1024 * i < g ? tmp[l + 1024 * i] : 0.0f;
    }
    partial9[l] = y;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 512) {
        partial10[l] = partial9[l + 512] + partial9[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 256) {
        partial11[l] = partial10[l + 256] + partial10[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {
        partial12[l] = partial11[l + 128] + partial11[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64) {
        partial13[l] = partial12[l + 64] + partial12[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 32) {
        partial14[l] = partial13[l + 32] + partial13[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) {
        partial15[l] = partial14[l + 16] + partial14[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 8) {
        partial16[l] = partial15[l + 8] + partial15[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 4) {
        partial17[l] = partial16[l + 4] + partial16[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 2) {
        partial18[l] = partial17[l + 2] + partial17[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        partial19[0] = partial18[1] + partial18[0];
        out[0] = partial19[0];
    }
}

