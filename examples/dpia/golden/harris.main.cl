#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 28
kernel void main_1(
        const global float* restrict image,
        global float* restrict tmp_1,
        global float* restrict tmp_2,
        int m,
        int n) {
    const int i = get_global_id(1);
    if (i < n + 3) {
        const int i1 = get_global_id(0);
        if (i1 < m + 3) {
            tmp_1[(m + 3) * i + i1] = image[(m + 5) * i + i1 + 2] - image[(m + 5) * i + i1] + 2.0f * (image[(i + 1) * m + 5 * i + i1 + 7] - image[(i + 1) * m + 5 * i + i1 + 5]) + image[(i + 2) * m + 5 * i + i1 + 12] - image[(i + 2) * m + 5 * i + i1 + 10];  // line 15
            tmp_2[(m + 3) * i + i1] = image[(i + 2) * m + 5 * i + i1 + 10] - image[(m + 5) * i + i1] + 2.0f * (image[(i + 2) * m + 5 * i + i1 + 11] - image[(m + 5) * i + i1 + 1]) + image[(i + 2) * m + 5 * i + i1 + 12] - image[(m + 5) * i + i1 + 2];  // line 16
        }
    }
}

__attribute__((reqd_work_group_size(32, 8, 1)))  // line 25
kernel void main_2(
        global float* restrict out,
        const global float* restrict tmp_1,
        const global float* restrict tmp_2,
        int m,
        int n) {
    const int i = get_global_id(1);
    if (i < n + 1) {
        const int i1 = get_global_id(0);
        if (i1 < m + 1) {
            float s_1 = 0.0f;  // line 21
            float s_2 = 0.0f;
            float s_3 = 0.0f;
            #pragma unroll
            for (int i2 = 0; i2 < 9; i2 += 1) {
                s_1 += tmp_1[(i + i2 / 3) * m + 3 * i + i1 + i2] * tmp_1[(i + i2 / 3) * m + 3 * i + i1 + i2];
                s_2 += tmp_1[(i + i2 / 3) * m + 3 * i + i1 + i2] * tmp_2[(i + i2 / 3) * m + 3 * i + i1 + i2];
                s_3 += tmp_2[(i + i2 / 3) * m + 3 * i + i1 + i2] * tmp_2[(i + i2 / 3) * m + 3 * i + i1 + i2];
            }
            out[(m + 1) * i + i1] = s_1 * s_3 - s_2 * s_2 - (s_1 + s_3) * (s_1 + s_3) / 16.0f;  // line 18
        }
    }
}

