#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(20, 20, 1)))  // line 20
kernel void main_1(global float* restrict out, const global float* restrict image, int c, int r) {
    local float tmp[400];
    local float tmp1[320];  // line 21
    const int g = get_group_id(1);  // line 18
    const int g1 = get_group_id(0);  // line 19
    const int l = get_local_id(1);  // line 20
    const int l1 = get_local_id(0);
    tmp[20 * l + l1] = image[(16 * c + 16) * min(max(2, 16 * g + l) - 2, 16 * r + 15) + min(max(2, 16 * g1 + l1) - 2, 16 * c + 15)];
    barrier(CLK_LOCAL_MEM_FENCE);  // line 21
    if (l1 < 16) {
        tmp1[16 * l + l1] = (tmp[20 * l + l1] + tmp[20 * l + l1 + 4] + 4.0f * (tmp[20 * l + l1 + 1] + tmp[20 * l + l1 + 3]) + 6.0f * tmp[20 * l + l1 + 2]) / 16.0f;  // line 15
    }
    barrier(CLK_LOCAL_MEM_FENCE);  // line 22
    if (l < 16 && l1 < 16) {
        out[(256 * g + 16 * l) * c + 256 * g + 16 * g1 + 16 * l + l1] = (tmp1[16 * l + l1] + tmp1[16 * l + l1 + 64] + 4.0f * (tmp1[16 * l + l1 + 16] + tmp1[16 * l + l1 + 48]) + 6.0f * tmp1[16 * l + l1 + 32]) / 16.0f;  // line 15
    }
}

