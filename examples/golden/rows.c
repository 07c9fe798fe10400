// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_0_main_x(int32_t* restrict out, const int32_t* restrict xss, int32_t m, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int32_t sum = 0;  // line 7
        for (int32_t j = 0; j < m; j += 1) {
            int32_t x = xss[i * m + j];
            int32_t x_1 = sum;
            sum = (uint32_t)x_1 + x;  // line 215
        }
        out[i] = sum;  // line 7
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_1_main_x_1(
        int32_t* restrict out,
        int32_t x,
        const int32_t* restrict xss,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int32_t x_1 = x;
        for (int32_t j = 0; j < m; j += 1) {  // line 217
            int32_t x_2 = x_1;  // line 7
            int32_t x_3 = xss[i * m + j];  // line 217
            x_1 = max_i32(x_2, x_3);
        }
        out[i] = x_1;  // line 7
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_2_main_x_2(
        int32_t* restrict out,
        const int32_t* restrict xss,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int32_t* restrict blank = malloc((uint64_t)m * 4);
        int32_t x = 0;  // line 38
        for (int32_t j = 0; j < m; j += 1) {
            int32_t x_1 = x;  // line 7
            int32_t x_2 = xss[i * m + j];  // line 38
            int32_t x_3 = (uint32_t)x_1 + x_2;
            blank[j] = x_3;
            x = x_3;
        }
        int32_t* restrict blank_1 = malloc((uint64_t)m * 4);  // line 7
        for (int32_t j_1 = 0; j_1 < m; j_1 += 1) {  // line 14
            int32_t x_4 = blank[j_1];
            int32_t x_5 = xss[i * m + j_1];
            int32_t x_6 = (uint32_t)x_4 - x_5;
            blank_1[j_1] = x_6;
        }
        for (int32_t k = 0; k < m; k += 1) {  // line 7
            out[i * m + k] = blank_1[k];
        }
        free(blank_1);
        free(blank);
    }
}

