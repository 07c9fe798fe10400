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
        double* restrict array_1,
        int32_t* restrict array_2,
        int32_t xs_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 4095) / 4096; g += 1) {
        double tile_1[256];
        int32_t tile_2[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 45
            double sum_1 = INFINITY;  // line 79
            int32_t sum_2 = -1;
            #pragma GCC unroll 16  // line 145
            for (int32_t i = 0; i < 16; i += 1) {
                bool c = 4096 * g + l + 256 * i < xs_length;  // line 105
                double chosen_1;  // line 145
                int32_t chosen_2;
                if (c) {  // line 105
                    double x = xs[4096 * g + l + 256 * i];  // line 32
                    chosen_1 = x;
                    chosen_2 = 4096 * g + l + 256 * i;  // line 105
                } else {
                    chosen_1 = INFINITY;  // line 79
                    chosen_2 = -1;
                }
                double a = sum_1;  // line 45
                int32_t a1 = sum_2;
                double next_1 = a < chosen_1 ? a : chosen_1 < a ? chosen_1 : a;  // line 76
                int32_t next_2 = a < chosen_1 ? a1 : chosen_1 < a ? chosen_2 : a1 < 0 ? chosen_2 : chosen_2 < 0 ? a1 : min_i32(a1, chosen_2);
                sum_1 = next_1;  // line 145
                sum_2 = next_2;
            }
            tile_1[l] = sum_1;  // line 45
            tile_2[l] = sum_2;
        }
        for (int32_t l = 0; l < 128; l += 1) {  // line 35
            double a = tile_1[l];
            int32_t a1 = tile_2[l];
            double b = tile_1[l + 128];  // line 45
            int32_t b1 = tile_2[l + 128];
            tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
            tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 35
            double a = tile_1[l];
            int32_t a1 = tile_2[l];
            double b = tile_1[l + 64];  // line 45
            int32_t b1 = tile_2[l + 64];
            tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
            tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 35
            double a = tile_1[l];
            int32_t a1 = tile_2[l];
            double b = tile_1[l + 32];  // line 45
            int32_t b1 = tile_2[l + 32];
            tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
            tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 35
            double a = tile_1[l];
            int32_t a1 = tile_2[l];
            double b = tile_1[l + 16];  // line 45
            int32_t b1 = tile_2[l + 16];
            tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
            tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 35
            double a = tile_1[l];
            int32_t a1 = tile_2[l];
            double b = tile_1[l + 8];  // line 45
            int32_t b1 = tile_2[l + 8];
            tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
            tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 35
            double a = tile_1[l];
            int32_t a1 = tile_2[l];
            double b = tile_1[l + 4];  // line 45
            int32_t b1 = tile_2[l + 4];
            tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
            tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 35
            double a = tile_1[l];
            int32_t a1 = tile_2[l];
            double b = tile_1[l + 2];  // line 45
            int32_t b1 = tile_2[l + 2];
            tile_1[l] = a < b ? a : b < a ? b : a;  // line 76
            tile_2[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
        }
        double a = tile_1[0];  // line 35
        int32_t a1 = tile_2[0];
        double b = tile_1[1];  // line 45
        int32_t b1 = tile_2[1];
        tile_1[0] = a < b ? a : b < a ? b : a;  // line 76
        tile_2[0] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
        array_1[g] = tile_1[0];  // line 45
        array_2[g] = tile_2[0];
    }
}

void main_2(  // line 58
        double* restrict out_1,
        int32_t* restrict out_2,
        const double* restrict array_1,
        const int32_t* restrict array_2,
        int32_t xs_length) {
    double tile_1_1[256];
    int32_t tile_2_1[256];
    for (int32_t l = 0; l < 256; l += 1) {  // line 45
        double sum_1 = INFINITY;  // line 79
        int32_t sum_2 = -1;
        for (int32_t i = 0; i < (xs_length + 4095) / 4096 / 256; i += 1) {  // line 145
            double a = sum_1;  // line 45
            int32_t a1 = sum_2;
            double b = array_1[l + 256 * i];  // line 57
            int32_t b1 = array_2[l + 256 * i];
            double next_1 = a < b ? a : b < a ? b : a;  // line 76
            int32_t next_2 = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
            sum_1 = next_1;  // line 145
            sum_2 = next_2;
        }
        bool c = 256 * ((xs_length + 4095) / 4096 / 256) + l < (xs_length + 4095) / 4096;  // line 147
        double chosen_1;  // line 45
        int32_t chosen_2;
        if (c) {  // line 147
            double b = array_1[256 * ((xs_length + 4095) / 4096 / 256) + l];  // line 57
            int32_t b1 = array_2[256 * ((xs_length + 4095) / 4096 / 256) + l];
            chosen_1 = sum_1 < b ? sum_1 : b < sum_1 ? b : sum_1;  // line 76
            chosen_2 = sum_1 < b ? sum_2 : b < sum_1 ? b1 : sum_2 < 0 ? b1 : b1 < 0 ? sum_2 : min_i32(sum_2, b1);
        } else {  // line 147
            chosen_1 = sum_1;  // line 45
            chosen_2 = sum_2;
        }
        tile_1_1[l] = chosen_1;
        tile_2_1[l] = chosen_2;
    }
    for (int32_t l = 0; l < 128; l += 1) {  // line 35
        double a = tile_1_1[l];
        int32_t a1 = tile_2_1[l];
        double b = tile_1_1[l + 128];  // line 45
        int32_t b1 = tile_2_1[l + 128];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
    }
    for (int32_t l = 0; l < 64; l += 1) {  // line 35
        double a = tile_1_1[l];
        int32_t a1 = tile_2_1[l];
        double b = tile_1_1[l + 64];  // line 45
        int32_t b1 = tile_2_1[l + 64];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
    }
    for (int32_t l = 0; l < 32; l += 1) {  // line 35
        double a = tile_1_1[l];
        int32_t a1 = tile_2_1[l];
        double b = tile_1_1[l + 32];  // line 45
        int32_t b1 = tile_2_1[l + 32];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
    }
    for (int32_t l = 0; l < 16; l += 1) {  // line 35
        double a = tile_1_1[l];
        int32_t a1 = tile_2_1[l];
        double b = tile_1_1[l + 16];  // line 45
        int32_t b1 = tile_2_1[l + 16];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
    }
    for (int32_t l = 0; l < 8; l += 1) {  // line 35
        double a = tile_1_1[l];
        int32_t a1 = tile_2_1[l];
        double b = tile_1_1[l + 8];  // line 45
        int32_t b1 = tile_2_1[l + 8];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
    }
    for (int32_t l = 0; l < 4; l += 1) {  // line 35
        double a = tile_1_1[l];
        int32_t a1 = tile_2_1[l];
        double b = tile_1_1[l + 4];  // line 45
        int32_t b1 = tile_2_1[l + 4];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
    }
    for (int32_t l = 0; l < 2; l += 1) {  // line 35
        double a = tile_1_1[l];
        int32_t a1 = tile_2_1[l];
        double b = tile_1_1[l + 2];  // line 45
        int32_t b1 = tile_2_1[l + 2];
        tile_1_1[l] = a < b ? a : b < a ? b : a;  // line 76
        tile_2_1[l] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
    }
    double a = tile_1_1[0];  // line 35
    int32_t a1 = tile_2_1[0];
    double b = tile_1_1[1];  // line 45
    int32_t b1 = tile_2_1[1];
    tile_1_1[0] = a < b ? a : b < a ? b : a;  // line 76
    tile_2_1[0] = a < b ? a1 : b < a ? b1 : a1 < 0 ? b1 : b1 < 0 ? a1 : min_i32(a1, b1);
    out_1[0] = tile_1_1[0];  // line 45
    out_2[0] = tile_2_1[0];
}

