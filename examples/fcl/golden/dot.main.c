// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void main_1(  // line 50
        const double* restrict xs,
        const double* restrict ys,
        double* restrict array,
        int32_t xs_length,
        int32_t ys_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (min_i32(xs_length, ys_length) + 4095) / 4096; g += 1) {
        double tile[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 45
            double sum = 0.0;  // line 70
            #pragma GCC unroll 16  // line 145
            for (int32_t i = 0; i < 16; i += 1) {
                bool c = 4096 * g + l + 256 * i < min_i32(xs_length, ys_length);  // line 105
                double chosen;  // line 145
                if (c) {  // line 105
                    chosen = xs[4096 * g + l + 256 * i] * ys[4096 * g + l + 256 * i];  // line 70
                } else {  // line 105
                    chosen = 0.0;  // line 70
                }
                sum += chosen;
            }
            tile[l] = sum;  // line 45
        }
        for (int32_t l = 0; l < 128; l += 1) {  // line 35
            tile[l] += tile[l + 128];  // line 70
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 35
            tile[l] += tile[l + 64];  // line 70
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 35
            tile[l] += tile[l + 32];  // line 70
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 35
            tile[l] += tile[l + 16];  // line 70
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 35
            tile[l] += tile[l + 8];  // line 70
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 35
            tile[l] += tile[l + 4];  // line 70
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 35
            tile[l] += tile[l + 2];  // line 70
        }
        tile[0] += tile[1];
        array[g] = tile[0];  // line 45
    }
}

void main_2(double* restrict out, const double* restrict array, int32_t xs_length, int32_t ys_length) {  // line 58
    double tile1[256];
    for (int32_t l = 0; l < 256; l += 1) {  // line 45
        double sum = 0.0;  // line 70
        for (int32_t i = 0; i < (min_i32(xs_length, ys_length) + 4095) / 4096 / 256; i += 1) {  // line 145
            sum += array[l + 256 * i];  // line 70
        }
        bool c = 256 * ((min_i32(xs_length, ys_length) + 4095) / 4096 / 256) + l < (min_i32(xs_length, ys_length) + 4095) / 4096;  // line 147
        double chosen;  // line 45
        if (c) {  // line 147
            chosen = sum + array[256 * ((min_i32(xs_length, ys_length) + 4095) / 4096 / 256) + l];  // line 70
        } else {  // line 147
            chosen = sum;  // line 45
        }
        tile1[l] = chosen;
    }
    for (int32_t l = 0; l < 128; l += 1) {  // line 35
        tile1[l] += tile1[l + 128];  // line 70
    }
    for (int32_t l = 0; l < 64; l += 1) {  // line 35
        tile1[l] += tile1[l + 64];  // line 70
    }
    for (int32_t l = 0; l < 32; l += 1) {  // line 35
        tile1[l] += tile1[l + 32];  // line 70
    }
    for (int32_t l = 0; l < 16; l += 1) {  // line 35
        tile1[l] += tile1[l + 16];  // line 70
    }
    for (int32_t l = 0; l < 8; l += 1) {  // line 35
        tile1[l] += tile1[l + 8];  // line 70
    }
    for (int32_t l = 0; l < 4; l += 1) {  // line 35
        tile1[l] += tile1[l + 4];  // line 70
    }
    for (int32_t l = 0; l < 2; l += 1) {  // line 35
        tile1[l] += tile1[l + 2];  // line 70
    }
    tile1[0] += tile1[1];
    out[0] = tile1[0];  // line 45
}

