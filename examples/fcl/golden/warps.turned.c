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

void turned(int32_t* restrict out, const int32_t* restrict xs, int32_t xs_length) {  // line 6
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 255) / 256; g += 1) {
        for (int32_t l = 0; l < 256; l += 1) {  // line 31
            if (256 * g + l < xs_length) {
                out[256 * g + l] = xs[max_i32(l % 32 + 1, min_i32(256 * g + 32 * (l / 32) + 32, xs_length)) - l % 32 - 1];  // line 29
            }
        }
    }
}

