// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(float* restrict out, const float* restrict xs, int32_t xs_length) {  // line 15
    #pragma omp parallel for
    for (int32_t g = 0; g < xs_length / 64; g += 1) {
        float tile[64];
        float tile1[64];
        for (int32_t l = 0; l < 64; l += 1) {  // line 11
            tile[l] = xs[64 * g + l];  // line 88
        }
        for (int32_t k = 0; k < 3; k += 1) {  // line 9
            for (int32_t l = 0; l < 64; l += 1) {  // line 11
                bool c = l < 1 << (2 * k);
                float chosen;
                if (c) {
                    chosen = tile[l];  // line 9
                } else {  // line 11
                    chosen = tile[l - (1 << (2 * k))] + tile[l];  // line 15
                }
                tile1[l] = chosen;  // line 11
            }
            for (int32_t l = 0; l < 64; l += 1) {
                bool c = l < 2 * (1 << (2 * k));
                float chosen;
                if (c) {
                    chosen = tile1[l];  // line 9
                } else {  // line 11
                    chosen = tile1[l - 2 * (1 << (2 * k))] + tile1[l];  // line 15
                }
                tile[l] = chosen;  // line 11
            }
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 9
            out[64 * g + l] = tile[l];
        }
    }
}

