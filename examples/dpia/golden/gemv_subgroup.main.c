// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(  // line 22
        float* restrict out,
        const float* restrict mat,
        const float* restrict xs,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for  // line 19
    for (int32_t g = 0; g < n; g += 1) {
        float tmp[256];  // line 22
        float partial[128];
        for (int32_t l = 0; l < 256; l += 1) {  // line 25
            float sum = 0.0f;
            for (int32_t i = 0; i < m; i += 1) {
                sum += mat[(256 * g + 32 * (l / 32)) * m + l % 32 + 32 * i] * xs[l % 32 + 32 * i];
            }
            tmp[l] = sum;
        }
        for (int32_t l = 0; l < 128; l += 1) {  // line 22
            partial[l] = tmp[2 * l + 1] + tmp[2 * l];  // line 27
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 22
            tmp[l] = partial[2 * l + 1] + partial[2 * l];  // line 27
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 22
            partial[l] = tmp[2 * l + 1] + tmp[2 * l];  // line 27
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 22
            tmp[l] = partial[2 * l + 1] + partial[2 * l];  // line 27
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 22
            out[8 * g + l] = tmp[2 * l + 1] + tmp[2 * l];  // line 27
        }
    }
}

