// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void main_1(  // line 6
        double* restrict out,
        const double* restrict mat,
        const double* restrict vec,
        int32_t cols,
        int32_t mat_length,
        int32_t vec_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < mat_length / cols; g += 1) {
        double tile[128];
        for (int32_t l = 0; l < 128; l += 1) {  // line 45
            double sum = 0.0;  // line 10
            for (int32_t i = 0; i < min_i32(cols, vec_length) / 128; i += 1) {  // line 145
                sum += mat[g * cols + l + 128 * i] * vec[l + 128 * i];  // line 10
            }
            bool c = 128 * (min_i32(cols, vec_length) / 128) + l < min_i32(cols, vec_length);  // line 147
            double chosen;  // line 45
            if (c) {  // line 147
                chosen = sum + mat[g * cols + 128 * (min_i32(cols, vec_length) / 128) + l] * vec[128 * (min_i32(cols, vec_length) / 128) + l];  // line 10
            } else {  // line 147
                chosen = sum;  // line 45
            }
            tile[l] = chosen;
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 35
            tile[l] += tile[l + 64];  // line 10
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 35
            tile[l] += tile[l + 32];  // line 10
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 35
            tile[l] += tile[l + 16];  // line 10
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 35
            tile[l] += tile[l + 8];  // line 10
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 35
            tile[l] += tile[l + 4];  // line 10
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 35
            tile[l] += tile[l + 2];  // line 10
        }
        tile[0] += tile[1];
        out[g] = tile[0];  // line 45
    }
}

