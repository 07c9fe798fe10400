#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 15
kernel void gpu_1(const global float* restrict xs, global float* restrict tmp, int g) {
    local float partial[256];
    local float partial1[128];
    local float4 tmp1[256];
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
        partial[l] = partial1[l + 64] + partial1[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 32) {
        partial1[l] = partial[l + 32] + partial[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 16) {
        partial[l] = partial1[l + 16] + partial1[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 8) {
        partial1[l] = partial[l + 8] + partial[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 4) {
        partial[l] = partial1[l + 4] + partial1[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l < 2) {
        partial1[l] = partial[l + 2] + partial[l];  // line 18
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 15
    if (l == 0) {
        partial[0] = partial1[1] + partial1[0];  // line 18
        tmp[g1] = partial[0];  // line 15
    }
}

__attribute__((reqd_work_group_size(1024, 1, 1)))  // line 22
kernel void gpu_2(global float* restrict out, const global float* restrict tmp, int g) {
    local float partial2[1024];
    local float partial3[512];
    const int l = get_local_id(0);
    float y = 0.0f;
    for (int i = 0; i < max(1, (g + 1023) / 1024); i += 1) {
        y += l + 1024 * i < g ? tmp[l + 1024 * i] : 0.0f;
    }
    partial2[l] = y;
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 512) {
        partial3[l] = partial2[l + 512] + partial2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 256) {
        partial2[l] = partial3[l + 256] + partial3[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 128) {
        partial3[l] = partial2[l + 128] + partial2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 64) {
        partial2[l] = partial3[l + 64] + partial3[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 32) {
        partial3[l] = partial2[l + 32] + partial2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 16) {
        partial2[l] = partial3[l + 16] + partial3[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 8) {
        partial3[l] = partial2[l + 8] + partial2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 4) {
        partial2[l] = partial3[l + 4] + partial3[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < 2) {
        partial3[l] = partial2[l + 2] + partial2[l];
    }
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l == 0) {
        partial2[0] = partial3[1] + partial3[0];
        out[0] = partial2[0];
    }
}

