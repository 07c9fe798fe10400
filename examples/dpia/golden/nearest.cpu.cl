#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 32
kernel void cpu_1(
        const global float* restrict x,
        const global float* restrict x1,
        const global float* restrict x2,
        const global float* restrict x3,
        const global float* restrict x4,
        const global float* restrict x5,
        global int* restrict tmp,
        int k,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        float least_best_i_1 = INFINITY;  // line 18
        int least_best_i_2 = 0;
        int least_best_i_3 = 0;
        for (int i1 = 0; i1 < k; i1 += 1) {  // line 31
            float d = (x[i] - x3[i1]) * (x[i] - x3[i1]) + (x1[i] - x4[i1]) * (x1[i] - x4[i1]) + (x2[i] - x5[i1]) * (x2[i] - x5[i1]);  // line 10
            if (d < least_best_i_1) {  // line 17
                least_best_i_1 = d;  // line 10
                least_best_i_2 = least_best_i_3;  // line 31
                least_best_i_3 += (uint)1;  // line 17
            } else {
                least_best_i_3 += (uint)1;
            }
        }
        tmp[i] = least_best_i_2;  // line 31
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 32
kernel void cpu_2(global int* restrict out1, const global int* restrict tmp, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        out1[i] = tmp[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 33
kernel void cpu_3(
        global float* restrict out2_1,
        global float* restrict out2_2,
        global float* restrict out2_3,
        const global float* restrict x,
        const global float* restrict x1,
        const global float* restrict x2,
        const global float* restrict x3,
        const global float* restrict x4,
        const global float* restrict x5,
        const global int* restrict tmp,
        int k,
        int n) {
    const int i = get_global_id(0);
    if (i < k) {
        int i1 = i;
        float count_1 = 0.0f;  // line 26
        float count_2 = 0.0f;
        float count_3 = 0.0f;
        float count_4 = 0.0f;
        for (int i2 = 0; i2 < n; i2 += 1) {  // line 33
            if (tmp[i2] == i1) {  // line 25
                count_1 += 1.0f;
                count_2 += x[i2];
                count_3 += x1[i2];
                count_4 += x2[i2];
            }
        }
        if (count_1 == 0.0f) {  // line 27
            out2_1[i] = x3[i];  // line 33
            out2_2[i] = x4[i];
            out2_3[i] = x5[i];
        } else {  // line 27
            out2_1[i] = count_2 / count_1;
            out2_2[i] = count_3 / count_1;
            out2_3[i] = count_4 / count_1;
        }
    }
}

