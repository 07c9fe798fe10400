// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(  // line 16
        float* restrict out,
        const float* restrict a,
        const float* restrict b,
        int32_t m,
        int32_t n,
        int32_t p) {
    #pragma omp parallel for
    for (int32_t g = 0; g < n / 16 * (m / 16); g += 1) {
        float tile[256];
        float tile1[256];  // line 27
        float tile2[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 26
            tile[l] = 0.0f;
        }
        for (int32_t k = 0; k < p / 16; k += 1) {  // line 27
            for (int32_t l = 0; l < 256; l += 1) {  // line 17
                tile1[l] = a[(16 * (g / (m / 16)) + l / 16) * p + 16 * k + l % 16];  // line 11
            }
            for (int32_t l = 0; l < 256; l += 1) {  // line 18
                tile2[l] = b[16 * (g % (m / 16)) + l % 16 + (16 * k + l / 16) * m];  // line 11
            }
            for (int32_t l = 0; l < 256; l += 1) {  // line 19
                float sum = 0.0f;  // line 13
                #pragma GCC unroll 16
                for (int32_t i = 0; i < 16; i += 1) {
                    sum += tile1[16 * (l / 16) + i] * tile2[l % 16 + 16 * i];
                }
                tile[l] += sum;  // line 20
            }
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 27
            out[(16 * (g / (m / 16)) + l / 16) * m + 16 * (g % (m / 16)) + l % 16] = tile[l];
        }
    }
}

