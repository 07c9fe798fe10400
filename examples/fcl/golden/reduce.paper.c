// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void paper(int32_t* restrict out, const int32_t* restrict xs, int32_t xs_length) {  // line 19
    #pragma omp parallel for
    for (int32_t g = 0; g < xs_length / 512; g += 1) {
        int32_t tile[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 7
            tile[l] = (uint32_t)xs[512 * g + l] + xs[512 * g + l + 256];  // line 28
        }
        for (int32_t l = 0; l < 128; l += 1) {  // line 7
            tile[l] += (uint32_t)tile[l + 128];  // line 28
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 7
            tile[l] += (uint32_t)tile[l + 64];  // line 28
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 7
            tile[l] += (uint32_t)tile[l + 32];  // line 28
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 7
            tile[l] += (uint32_t)tile[l + 16];  // line 28
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 7
            tile[l] += (uint32_t)tile[l + 8];  // line 28
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 7
            tile[l] += (uint32_t)tile[l + 4];  // line 28
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 7
            tile[l] += (uint32_t)tile[l + 2];  // line 28
        }
        tile[0] += (uint32_t)tile[1];
        out[g] = tile[0];  // line 12
    }
}

