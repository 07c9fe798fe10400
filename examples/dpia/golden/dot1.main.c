// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(const float* restrict xs, const float* restrict ys, float* restrict tmp, int32_t n) {  // line 7
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        tmp[i] = xs[i] * ys[i];
    }
}

void main_2(float* restrict out, const float* restrict tmp, int32_t n) {
    float a = 0.0f;
    for (int32_t i = 0; i < n; i += 1) {
        a += tmp[i];
    }
    out[0] = a;
}

