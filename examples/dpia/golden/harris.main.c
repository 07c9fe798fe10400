// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(  // line 28
        const float* restrict image,
        float* restrict tmp_1,
        float* restrict tmp_2,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n + 3; i += 1) {
        for (int32_t i1 = 0; i1 < m + 3; i1 += 1) {
            tmp_1[(m + 3) * i + i1] = image[(m + 5) * i + i1 + 2] - image[(m + 5) * i + i1] + 2.0f * (image[(i + 1) * m + 5 * i + i1 + 7] - image[(i + 1) * m + 5 * i + i1 + 5]) + image[(i + 2) * m + 5 * i + i1 + 12] - image[(i + 2) * m + 5 * i + i1 + 10];  // line 15
            tmp_2[(m + 3) * i + i1] = image[(i + 2) * m + 5 * i + i1 + 10] - image[(m + 5) * i + i1] + 2.0f * (image[(i + 2) * m + 5 * i + i1 + 11] - image[(m + 5) * i + i1 + 1]) + image[(i + 2) * m + 5 * i + i1 + 12] - image[(m + 5) * i + i1 + 2];  // line 16
        }
    }
}

void main_2(  // line 25
        float* restrict out,
        const float* restrict tmp_1,
        const float* restrict tmp_2,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n + 1; i += 1) {
        for (int32_t i1 = 0; i1 < m + 1; i1 += 1) {
            float s_1 = 0.0f;  // line 21
            float s_2 = 0.0f;
            float s_3 = 0.0f;
            #pragma GCC unroll 9
            for (int32_t i2 = 0; i2 < 9; i2 += 1) {
                s_1 += tmp_1[(i + i2 / 3) * m + 3 * i + i1 + i2] * tmp_1[(i + i2 / 3) * m + 3 * i + i1 + i2];
                s_2 += tmp_1[(i + i2 / 3) * m + 3 * i + i1 + i2] * tmp_2[(i + i2 / 3) * m + 3 * i + i1 + i2];
                s_3 += tmp_2[(i + i2 / 3) * m + 3 * i + i1 + i2] * tmp_2[(i + i2 / 3) * m + 3 * i + i1 + i2];
            }
            out[(m + 1) * i + i1] = s_1 * s_3 - s_2 * s_2 - (s_1 + s_3) * (s_1 + s_3) / 16.0f;  // line 18
        }
    }
}

