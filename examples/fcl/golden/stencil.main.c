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

void main_1(double* restrict out, const double* restrict xs, int32_t xs_length) {  // line 6
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 1023) / 1024; g += 1) {
        for (int32_t l = 0; l < 1024; l += 1) {
            if (1024 * g + l < xs_length) {
                double sum = 0.0;  // line 11
                #pragma GCC unroll 5
                for (int32_t i = 0; i < 5; i += 1) {
                    sum += xs[min_i32(max_i32(2, 1024 * g + l + i) - 2, xs_length - 1)];
                }
                out[1024 * g + l] = sum / (double)5;
            }
        }
    }
}

