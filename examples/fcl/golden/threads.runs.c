// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void runs(int32_t* restrict out, const int32_t* restrict xs, int32_t n, int32_t xs_length) {  // line 6
    #pragma omp parallel for
    for (int32_t g = 0; g < (64 * n + xs_length - 1) / (64 * n); g += 1) {
        for (int32_t l = 0; l < 64; l += 1) {  // line 38
            int32_t sum = 0;  // line 37
            for (int32_t i = 0; i < n; i += 1) {
                int32_t b = xs[min_i32(xs_length - 1, (64 * g + 32 * (l / 32) + l % 32) * n + i)];
                sum += (uint32_t)b;
                if ((64 * g + l) * n + i < xs_length) {
                    out[(64 * g + l) * n + i] = sum;  // line 38
                }
            }
        }
    }
}

