// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void gpu_1(const float* restrict plate, float* restrict now, int32_t m, int32_t n) {  // line 17
    #pragma omp parallel for
    for (int32_t i = 0; i < n + 1; i += 1) {
        for (int32_t i1 = 0; i1 < m + 1; i1 += 1) {
            now[(m + 1) * i + i1] = plate[(m + 1) * i + i1];
        }
    }
}

void gpu_2(const float* restrict now, float* restrict now1, int32_t m, int32_t n) {  // line 18
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n + 1; i += 1) {
        for (int32_t i1 = 0; i1 < m + 1; i1 += 1) {
            now1[(m + 1) * i + i1] = ((i >= 1 ? now[(m + 1) * i + i1 - m - 1] : 0.0f) + (i1 >= 1 ? now[(m + 1) * i + i1 - 1] : 0.0f) + (i1 + 2 < m + 2 ? now[(m + 1) * i + i1 + 1] : 0.0f) + (i + 2 < n + 2 ? now[(i + 1) * m + i + i1 + 1] : 0.0f)) / 4.0f;  // line 15
        }
    }
}

void gpu_3(float* restrict out, const float* restrict now, int32_t m, int32_t n) {  // line 18
    #pragma omp parallel for
    for (int32_t i = 0; i < n + 1; i += 1) {
        for (int32_t i1 = 0; i1 < m + 1; i1 += 1) {
            out[(m + 1) * i + i1] = now[(m + 1) * i + i1];
        }
    }
}

