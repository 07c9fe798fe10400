// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(const float* restrict rights, float* restrict xs_1, int32_t n) {  // line 25
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        xs_1[i] = rights[i];
    }
}

void main_2(const float* restrict stay, float* restrict xs_2, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        xs_2[i] = stay[i];
    }
}

void main_3(const float* restrict lefts, float* restrict xs_3, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        xs_3[i] = lefts[i];
    }
}

void main_4(  // line 21
        const float* restrict xs_1,
        const float* restrict xs_2,
        const float* restrict xs_3,
        float* restrict tmp_1,
        float* restrict tmp_2,
        float* restrict tmp_3,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        float all_1 = (xs_1[i] + xs_2[i] + xs_3[i]) / 8.0f;  // line 17
        tmp_1[i] = xs_1[i] / 2.0f + all_1;  // line 18
        tmp_2[i] = xs_2[i] / 2.0f + 2.0f * all_1;
        tmp_3[i] = xs_3[i] / 2.0f + all_1;
    }
}

void main_5(float* restrict xs_1_1, const float* restrict tmp_1, int32_t n) {  // line 21
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        xs_1_1[(i + 1) % n] = tmp_1[i];
    }
}

void main_6(float* restrict xs_2_1, const float* restrict tmp_2, int32_t n) {  // line 22
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        xs_2_1[i] = tmp_2[i];
    }
}

void main_7(float* restrict xs_3_1, const float* restrict tmp_3, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        xs_3_1[(n + i - 1) % n] = tmp_3[i];
    }
}

void main_8(  // line 26
        float* restrict out_1,
        float* restrict out_2,
        float* restrict out_3,
        const float* restrict xs_1,
        const float* restrict xs_2,
        const float* restrict xs_3,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        out_1[i] = xs_1[i];
        out_2[i] = xs_2[i];
        out_3[i] = xs_3[i];
    }
}

