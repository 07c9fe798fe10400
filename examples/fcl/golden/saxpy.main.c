// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void main_1(  // line 6
        double* restrict out,
        double a,
        const double* restrict xs,
        const double* restrict ys,
        int32_t xs_length,
        int32_t ys_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (min_i32(xs_length, ys_length) + 1023) / 1024; g += 1) {
        for (int32_t l = 0; l < 1024; l += 1) {
            if (1024 * g + l < min_i32(xs_length, ys_length)) {
                out[1024 * g + l] = a * xs[1024 * g + l] + ys[1024 * g + l];  // line 9
            }
        }
    }
}

