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
void elder_kernel_0_main_x_1(
        const int32_t* restrict xss,
        int32_t* restrict parts,
        int32_t m,
        int32_t n,
        int32_t tiles) {
    #pragma omp parallel for collapse(2)
    for (int32_t s = 0; s < n; s += 1) {
        for (int32_t g = 0; g < (32 * tiles + m - 1) / (32 * tiles); g += 1) {
            int32_t lanes[32];
            #pragma GCC unroll 32
            for (int32_t l = 0; l < 32; l += 1) {
                lanes[l] = 0;  // line 7
            }
            for (int32_t a = 0; a < tiles; a += 1) {
                if (32 * g * tiles + 32 * a + 32 <= m) {
                    #pragma GCC unroll 32
                    for (int32_t l = 0; l < 32; l += 1) {
                        const int32_t at = (int32_t)(int64_t)((int64_t)(32 * g * tiles + 32 * a + l) + (uint64_t)(int64_t)m * (int64_t)s);
                        int32_t x = xss[at];
                        int32_t next = (uint32_t)lanes[l] + x;  // line 215
                        lanes[l] = next;
                    }
                } else {
                    #pragma GCC unroll 32
                    for (int32_t l = 0; l < 32; l += 1) {
                        if (32 * g * tiles + 32 * a + l < m) {
                            const int32_t at = (int32_t)(int64_t)((int64_t)(32 * g * tiles + 32 * a + l) + (uint64_t)(int64_t)m * (int64_t)s);  // line 7
                            int32_t x = xss[at];
                            int32_t next = (uint32_t)lanes[l] + x;  // line 215
                            lanes[l] = next;
                        }
                    }
                }
            }
            int32_t sum = 0;  // line 7
            #pragma GCC unroll 32
            for (int32_t l = 0; l < 32; l += 1) {
                int32_t next = (uint32_t)sum + lanes[l];  // line 215
                sum = next;
            }
            parts[s * ((32 * tiles + m - 1) / (32 * tiles)) + g] = sum;
        }
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_0_main_x_2(
        int32_t* restrict out,
        const int32_t* restrict parts,
        int32_t m,
        int32_t n,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t s = 0; s < n; s += 1) {
        int32_t sum = 0;  // line 7
        for (int32_t g = 0; g < (32 * tiles + m - 1) / (32 * tiles); g += 1) {
            if (g == 0) {
                sum = parts[s * ((32 * tiles + m - 1) / (32 * tiles)) + g];
            } else {
                int32_t next = (uint32_t)sum + parts[s * ((32 * tiles + m - 1) / (32 * tiles)) + g];  // line 215
                sum = next;
            }
        }
        out[s] = sum;
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_1_main_x_1(
        int32_t* restrict out,
        const int32_t* restrict xss,
        int32_t m,
        int32_t n) {
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
void elder_kernel_2_main_x_outer(
        int32_t* restrict out_1,
        int32_t* restrict out_2,
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
        int32_t* restrict blank = malloc((uint64_t)m * 4);  // line 7
        int32_t x_5 = 0;  // line 38
        for (int32_t j_1 = 0; j_1 < m; j_1 += 1) {
            int32_t x_6 = x_5;  // line 7
            int32_t x_7 = xss[i * m + j_1];  // line 38
            int32_t x_8 = (uint32_t)x_6 + x_7;
            blank[j_1] = x_8;
            x_5 = x_8;
        }
        int32_t* restrict blank_1 = malloc((uint64_t)m * 4);  // line 7
        for (int32_t j_2 = 0; j_2 < m; j_2 += 1) {  // line 14
            int32_t x_9 = blank[j_2];
            int32_t x_10 = xss[i * m + j_2];
            int32_t x_11 = (uint32_t)x_9 - x_10;
            blank_1[j_2] = x_11;
        }
        out_1[i] = x_1;  // line 7
        for (int32_t k = 0; k < m; k += 1) {
            out_2[i * m + k] = blank_1[k];
        }
        free(blank_1);
        free(blank);
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_3_main_x_2(
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

// of line 38 of <prelude>/soacs.fut
void elder_kernel_4_main_x_3(
        int32_t* restrict out,
        const int32_t* restrict xss,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int32_t sum = 0;  // line 38
        for (int32_t j = 0; j < m; j += 1) {
            int32_t x = xss[i * m + j];
            int32_t x_1 = sum;
            int32_t x_2 = (uint32_t)x_1 + x;
            sum = x_2;
            out[i * m + j] = sum;
        }
    }
}

// of line 14 of <prelude>/soacs.fut
void elder_kernel_5_main_x_4(
        int32_t* restrict out,
        const int32_t* restrict x,
        const int32_t* restrict xss,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n; i += 1) {
        for (int32_t j = 0; j < m; j += 1) {
            int32_t x_1 = x[i * m + j];  // line 14
            int32_t x_2 = xss[i * m + j];
            int32_t x_3 = (uint32_t)x_1 - x_2;
            out[i * m + j] = x_3;
        }
    }
}

