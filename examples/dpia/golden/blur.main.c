// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void main_1(float* restrict out, const float* restrict image, int32_t c, int32_t r) {  // line 20
    #pragma omp parallel for collapse(2)  // line 18
    for (int32_t g = 0; g < r + 1; g += 1) {
        for (int32_t g1 = 0; g1 < c + 1; g1 += 1) {  // line 19
            float tmp[400];  // line 20
            float tmp1[320];  // line 21
            for (int32_t l = 0; l < 20; l += 1) {  // line 20
                for (int32_t l1 = 0; l1 < 20; l1 += 1) {
                    tmp[20 * l + l1] = image[(16 * c + 16) * min_i32(max_i32(2, 16 * g + l) - 2, 16 * r + 15) + min_i32(max_i32(2, 16 * g1 + l1) - 2, 16 * c + 15)];
                }
            }
            for (int32_t l = 0; l < 20; l += 1) {  // line 21
                for (int32_t l1 = 0; l1 < 16; l1 += 1) {
                    tmp1[16 * l + l1] = (tmp[20 * l + l1] + tmp[20 * l + l1 + 4] + 4.0f * (tmp[20 * l + l1 + 1] + tmp[20 * l + l1 + 3]) + 6.0f * tmp[20 * l + l1 + 2]) / 16.0f;  // line 15
                }
            }
            for (int32_t l = 0; l < 16; l += 1) {  // line 22
                for (int32_t l1 = 0; l1 < 16; l1 += 1) {
                    out[(256 * g + 16 * l) * c + 256 * g + 16 * g1 + 16 * l + l1] = (tmp1[16 * l + l1] + tmp1[16 * l + l1 + 64] + 4.0f * (tmp1[16 * l + l1 + 16] + tmp1[16 * l + l1 + 48]) + 6.0f * tmp1[16 * l + l1 + 32]) / 16.0f;  // line 15
                }
            }
        }
    }
}

