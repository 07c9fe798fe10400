// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void gpu_1(  // line 32
        const float* restrict xs,
        const float* restrict ys,
        const float* restrict zs,
        const float* restrict us,
        const float* restrict vs,
        const float* restrict ws,
        int32_t* restrict tmp,
        int32_t k,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        float least_best_i_1 = INFINITY;  // line 18
        int32_t least_best_i_2 = 0;
        int32_t least_best_i_3 = 0;
        for (int32_t i1 = 0; i1 < k; i1 += 1) {  // line 31
            float d = (xs[i] - us[i1]) * (xs[i] - us[i1]) + (ys[i] - vs[i1]) * (ys[i] - vs[i1]) + (zs[i] - ws[i1]) * (zs[i] - ws[i1]);  // line 10
            if (d < least_best_i_1) {  // line 17
                least_best_i_1 = d;  // line 10
                least_best_i_2 = least_best_i_3;  // line 31
                least_best_i_3 += (uint32_t)1;  // line 17
            } else {
                least_best_i_3 += (uint32_t)1;
            }
        }
        tmp[i] = least_best_i_2;  // line 31
    }
}

void gpu_2(int32_t* restrict out1, const int32_t* restrict tmp, int32_t n) {  // line 32
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        out1[i] = tmp[i];
    }
}

void gpu_3(  // line 33
        float* restrict out2_1,
        float* restrict out2_2,
        float* restrict out2_3,
        const float* restrict xs,
        const float* restrict ys,
        const float* restrict zs,
        const float* restrict us,
        const float* restrict vs,
        const float* restrict ws,
        const int32_t* restrict tmp,
        int32_t k,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        int32_t i1 = i;
        float count_1 = 0.0f;  // line 26
        float count_2 = 0.0f;
        float count_3 = 0.0f;
        float count_4 = 0.0f;
        for (int32_t i2 = 0; i2 < n; i2 += 1) {  // line 33
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

