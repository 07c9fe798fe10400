// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void sums(int32_t* restrict out, const int32_t* restrict xs, int32_t xs_length) {  // line 6
    #pragma omp parallel for
    for (int32_t g = 0; g < ((xs_length + 31) / 32 + 7) / 8; g += 1) {
        int32_t tile[128];
        int32_t tile1[64];
        for (int32_t l = 0; l < 128; l += 1) {  // line 7
            tile[l] = (uint32_t)(32 * min_i32((xs_length + 31) / 32 - 1, 8 * g + l / 16) + l % 16 < xs_length ? xs[32 * min_i32((xs_length + 31) / 32 - 1, 8 * g + l / 16) + l % 16] : 0) + (32 * min_i32((xs_length + 31) / 32 - 1, 8 * g + l / 16) + l % 16 + 16 < xs_length ? xs[32 * min_i32((xs_length + 31) / 32 - 1, 8 * g + l / 16) + l % 16 + 16] : 0);  // line 21
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 7
            tile1[l] = (uint32_t)tile[16 * (l / 8) + l % 8] + tile[16 * (l / 8) + l % 8 + 8];  // line 21
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 7
            tile[16 * (l / 4) + l % 4] = (uint32_t)tile1[8 * (l / 4) + l % 4] + tile1[8 * (l / 4) + l % 4 + 4];  // line 21
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 7
            tile1[8 * (l / 2) + l % 2] = (uint32_t)tile[16 * (l / 2) + l % 2] + tile[16 * (l / 2) + l % 2 + 2];  // line 21
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 7
            tile[16 * l] = (uint32_t)tile1[8 * l] + tile1[8 * l + 1];  // line 21
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 12
            if (8 * g + l < (xs_length + 31) / 32) {
                out[8 * g + l] = tile[16 * l];
            }
        }
    }
}

