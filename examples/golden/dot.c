// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// of line 30 of <prelude>/soacs.fut
void main_x_1(
        const float* restrict xs,
        const float* restrict ys,
        float* restrict parts,
        int32_t each,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (n + each - 1) / each; g += 1) {
        float sum = 0.0f;  // line 30
        for (int32_t j = 0; j < each; j += 1) {
            if (g * each + j < n) {
                float x_3 = xs[g * each + j];
                float x_4 = ys[g * each + j];
                float x = x_3 * x_4;  // line 14
                float next = sum + x;  // line 30
                sum = next;
            }
        }
        parts[g] = sum;
    }
}

// of line 30 of <prelude>/soacs.fut
void main_x_2(float* restrict out, const float* restrict parts, int32_t each, int32_t n) {
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

