// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void partial(  // line 50
        double* restrict out,
        const double* restrict xs,
        const double* restrict ys,
        int32_t xs_length,
        int32_t ys_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (min_i32(xs_length, ys_length) + 2047) / 2048; g += 1) {
        double tile[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 45
            double sum = 0.0;  // line 21
            #pragma GCC unroll 8  // line 145
            for (int32_t i = 0; i < 8; i += 1) {
                bool c = 2048 * g + l + 256 * i < min_i32(xs_length, ys_length);  // line 105
                double chosen;  // line 145
                if (c) {  // line 105
                    chosen = xs[2048 * g + l + 256 * i] * ys[2048 * g + l + 256 * i];  // line 21
                } else {  // line 105
                    chosen = 0.0;  // line 21
                }
                sum += chosen;
            }
            tile[l] = sum;  // line 45
        }
        for (int32_t l = 0; l < 128; l += 1) {  // line 35
            tile[l] += tile[l + 128];  // line 21
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 35
            tile[l] += tile[l + 64];  // line 21
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 35
            tile[l] += tile[l + 32];  // line 21
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 35
            tile[l] += tile[l + 16];  // line 21
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 35
            tile[l] += tile[l + 8];  // line 21
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 35
            tile[l] += tile[l + 4];  // line 21
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 35
            tile[l] += tile[l + 2];  // line 21
        }
        tile[0] += tile[1];
        out[g] = tile[0];  // line 45
    }
}

