// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(  // line 9
        const float* restrict xs,
        const float* restrict ys,
        float* restrict tmp,
        int32_t g,
        int32_t k,
        int32_t l) {
    #pragma omp parallel for
    for (int32_t g1 = 0; g1 < g; g1 += 1) {
        for (int32_t l1 = 0; l1 < l; l1 += 1) {  // line 12
            float a = 0.0f;  // line 13
            for (int32_t i = 0; i < k; i += 1) {  // line 12
                a += xs[(g1 * l + l1) * k + i] * ys[(g1 * l + l1) * k + i];  // line 13
            }
            tmp[g1 * l + l1] = a;  // line 12
        }
    }
}

void main_2(float* restrict out, const float* restrict tmp, int32_t g, int32_t l) {  // line 9
    float a = 0.0f;  // line 15
    for (int32_t i = 0; i < g * l; i += 1) {  // line 9
        a += tmp[i];  // line 15
    }
    out[0] = a;  // line 9
}

