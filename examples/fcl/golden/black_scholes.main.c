// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(  // line 6
        float* restrict out,
        float rate,
        float volatility,
        const float* restrict options_1,
        const float* restrict options_2,
        const float* restrict options_3,
        int32_t options_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (options_length + 255) / 256; g += 1) {
        for (int32_t l = 0; l < 256; l += 1) {
            if (256 * g + l < options_length) {
                float o = options_1[256 * g + l];  // line 111
                float o1 = options_2[256 * g + l];
                float o2 = options_3[256 * g + l];
                float spread = volatility * sqrtf(o2);  // line 15
                float d = (logf(o / o1) + (rate + 0.5f * volatility * volatility) * o2) / spread;  // line 16
                float k = 1.0f / (1.0f + 0.2316419f * fabsf(d));  // line 8
                float poly = k * (0.31938154f + k * (-0.35656378f + k * (1.7814779f + k * (-1.8212559f + k * 1.3302745f))));  // line 9
                float tail = 0.3989423f * expf(-0.5f * d * d) * poly;  // line 10
                float d1 = d - spread;  // line 17
                float k1 = 1.0f / (1.0f + 0.2316419f * fabsf(d1));  // line 8
                float poly1 = k1 * (0.31938154f + k1 * (-0.35656378f + k1 * (1.7814779f + k1 * (-1.8212559f + k1 * 1.3302745f))));  // line 9
                float tail1 = 0.3989423f * expf(-0.5f * d1 * d1) * poly1;  // line 10
                out[256 * g + l] = o * (d > 0.0f ? 1.0f - tail : tail) - o1 * expf(-(rate * o2)) * (d1 > 0.0f ? 1.0f - tail1 : tail1);  // line 17
            }
        }
    }
}

