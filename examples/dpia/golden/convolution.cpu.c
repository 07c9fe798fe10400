// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void cpu(  // line 23
        float* restrict out,
        const float* restrict weights,
        const float* restrict image,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n + 1; i += 1) {
        for (int32_t i1 = 0; i1 < m + 1; i1 += 1) {
            float sum = 0.0f;  // line 17
            #pragma GCC unroll 9
            for (int32_t i2 = 0; i2 < 9; i2 += 1) {
                sum += image[(m + 1) * min_i32(max_i32(1, i + i2 / 3) - 1, n) + min_i32(max_i32(1, i1 + i2 % 3) - 1, m)] * weights[i2];
            }
            out[(m + 1) * i + i1] = sum;
        }
    }
}

