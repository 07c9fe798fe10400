#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(64, 1, 1)))  // line 22
kernel void main_1(
        global float* restrict out_1,
        global float* restrict out_2,
        const global float* restrict bodies_1,
        const global float* restrict bodies_2,
        const global float* restrict bodies_3,
        int bodies_length) {
    local float tile_1[64];
    local float tile_2[64];
    local float tile_1_1[64];  // line 25
    local float tile_2_1[64];
    local float tile_3[64];
    const int g = get_group_id(0);  // line 22
    const int l = get_local_id(0);  // line 24
    tile_1[l] = 0.0f;
    tile_2[l] = 0.0f;
    for (int k = 0; k < bodies_length / 64; k += 1) {  // line 25
        tile_1_1[l] = bodies_1[64 * k + l];  // line 26
        tile_2_1[l] = bodies_2[64 * k + l];
        tile_3[l] = bodies_3[64 * k + l];
        barrier(CLK_LOCAL_MEM_FENCE);  // line 27
        float p_ = bodies_1[64 * g + l];  // line 23
        float p_1 = bodies_2[64 * g + l];
        float sum = tile_1[l];  // line 27
        float sum1 = tile_2[l];
        float sum_1 = sum;
        float sum_2 = sum1;
        for (int i = 0; i < 64; i += 1) {  // line 11
            float s = sum_1;  // line 27
            float s1 = sum_2;
            float b = tile_1_1[i];  // line 26
            float b1 = tile_2_1[i];
            float b2 = tile_3[i];
            float dx = b - p_;  // line 13
            float dy = b1 - p_1;  // line 14
            float d = dx * dx + dy * dy + 0.01f;  // line 15
            float w = b2 / (d * sqrt(d));  // line 16
            float next_1 = s + w * dx;  // line 17
            float next_2 = s1 + w * dy;
            sum_1 = next_1;  // line 11
            sum_2 = next_2;
        }
        tile_1[l] = sum_1;  // line 27
        tile_2[l] = sum_2;
        barrier(CLK_LOCAL_MEM_FENCE);  // line 25
    }
    out_1[64 * g + l] = tile_1[l];
    out_2[64 * g + l] = tile_2[l];
}

