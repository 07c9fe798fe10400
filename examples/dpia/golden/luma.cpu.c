// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t shr_i32(int32_t a, int32_t b) {
    return a >> ((uint32_t)b < 32 ? b : 31);
}

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void cpu(  // line 17
        uint8_t* restrict out_1,
        uint8_t* restrict out_2,
        uint8_t* restrict out_3,
        const uint8_t* restrict x,
        const uint8_t* restrict x1,
        const uint8_t* restrict x2,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int32_t r_g_b_1 = (int32_t)x[i];  // line 11
        int32_t r_g_b_2 = (int32_t)x1[i];
        int32_t r_g_b_3 = (int32_t)x2[i];
        out_1[i] = (uint8_t)min_i32(max_i32(shr_i32((int32_t)((uint32_t)77 * r_g_b_1 + (uint32_t)150 * r_g_b_2 + (uint32_t)29 * r_g_b_3 + 128), 8), 0), 255);  // line 8
        out_2[i] = (uint8_t)min_i32(max_i32((int32_t)((uint32_t)shr_i32((int32_t)((uint32_t)128 * r_g_b_3 - (uint32_t)43 * r_g_b_1 - (uint32_t)85 * r_g_b_2 + 128), 8) + 128), 0), 255);
        out_3[i] = (uint8_t)min_i32(max_i32((int32_t)((uint32_t)shr_i32((int32_t)((uint32_t)128 * r_g_b_1 - (uint32_t)107 * r_g_b_2 - (uint32_t)21 * r_g_b_3 + 128), 8) + 128), 0), 255);
    }
}

