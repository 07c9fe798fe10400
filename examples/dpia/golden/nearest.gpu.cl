#pragma OPENCL FP_CONTRACT OFF

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 32
kernel void gpu_1(
        const global float* restrict xs,
        const global float* restrict ys,
        const global float* restrict zs,
        const global float* restrict us,
        const global float* restrict vs,
        const global float* restrict ws,
        global int* restrict tmp,
        int k,
        int n) {
    const int i = get_global_id(0);
    if (i < n) {
        float least_best_i_1 = INFINITY;  // line 18
        int least_best_i_2 = 0;
        int least_best_i_3 = 0;
        for (int i1 = 0; i1 < k; i1 += 1) {  // line 31
            float d = (xs[i] - us[i1]) * (xs[i] - us[i1]) + (ys[i] - vs[i1]) * (ys[i] - vs[i1]) + (zs[i] - ws[i1]) * (zs[i] - ws[i1]);  // line 10
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
kernel void gpu_2(global int* restrict out1, const global int* restrict tmp, int n) {
    const int i = get_global_id(0);
    if (i < n) {
        out1[i] = tmp[i];
    }
}

__attribute__((reqd_work_group_size(256, 1, 1)))  // line 33
kernel void gpu_3(
        global float* restrict out2_1,
        global float* restrict out2_2,
        global float* restrict out2_3,
        const global float* restrict xs,
        const global float* restrict ys,
        const global float* restrict zs,
        const global float* restrict us,
        const global float* restrict vs,
        const global float* restrict ws,
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
                count_2 += xs[i2];
                count_3 += ys[i2];
                count_4 += zs[i2];
            }
        }
        if (count_1 == 0.0f) {  // line 27
            out2_1[i] = us[i];  // line 33
            out2_2[i] = vs[i];
            out2_3[i] = ws[i];
        } else {  // line 27
            out2_1[i] = count_2 / count_1;
            out2_2[i] = count_3 / count_1;
            out2_3[i] = count_4 / count_1;
        }
    }
}

