// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// of line 14 of <prelude>/soacs.fut
void elder_kernel_0_main_x(
        float* restrict out,
        const float* restrict xs,
        const float* restrict ys,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        float x = xs[i];  // line 14
        float x_1 = ys[i];
        float x_2 = x * x_1;
        out[i] = x_2;
    }
}

// of line 30 of <prelude>/soacs.fut
void elder_kernel_1_main_x_1_1(
        const float* restrict x_3,
        float* restrict parts,
        int32_t each,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (n + each - 1) / each; g += 1) {
        float sum = 0.0f;  // line 30
        for (int32_t j = 0; j < each; j += 1) {
            if (g * each + j < n) {
                float x = x_3[g * each + j];
                float next = sum + x;
                sum = next;
            }
        }
        parts[g] = sum;
    }
}

// of line 30 of <prelude>/soacs.fut
void elder_kernel_1_main_x_1_2(
        float* restrict out,
        const float* restrict parts,
        int32_t each,
        int32_t n) {
    float sum = 0.0f;
    for (int32_t g = 0; g < (n + each - 1) / each; g += 1) {
        if (g == 0) {
            sum = parts[g];
        } else {
            float next = sum + parts[g];
            sum = next;
        }
    }
    out[0] = sum;
}

