// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

void main_1(  // line 6
        double* restrict out,
        const double* restrict xs,
        int32_t* restrict failure,
        int32_t xs_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 1023) / 1024; g += 1) {
        for (int32_t l = 0; l < 1024; l += 1) {
            double sum = 0.0;  // line 11
            for (int32_t i = 0; i < 5; i += 1) {
                int32_t at = min_i32((int32_t)((uint32_t)xs_length - 1), max_i32(0, (int32_t)((uint32_t)min_i32(xs_length - 1, 1024 * g + l) + i - 2)));
                if (at < 0 || at > xs_length - 1) {
                    __sync_val_compare_and_swap(failure, 0, 1);  // line 136
                    at = 0;
                }
                sum += xs[at];  // line 11
            }
            if (1024 * g + l < xs_length) {  // line 6
                out[1024 * g + l] = sum / (double)5;  // line 11
            }
        }
    }
}

