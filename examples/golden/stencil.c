// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int64_t min_i64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t max_i64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

// of line 7 of <prelude>/soacs.fut
void main_x(float* restrict out, const float* restrict xss, int32_t m, int32_t n) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n; i += 1) {
        for (int32_t j = 0; j < m; j += 1) {
            int64_t x = (uint64_t)(int64_t)n - 1l;  // line 9
            int64_t x_1 = min_i64(x, (int64_t)i);
            int64_t x_2 = max_i64(0l, x_1);
            int64_t x_3 = (uint64_t)(int64_t)m - 1l;
            int64_t x_4 = min_i64(x_3, (int64_t)j);
            int64_t x_5 = max_i64(0l, x_4);
            const int32_t at = (int32_t)(int64_t)(x_5 + (uint64_t)(int64_t)m * x_2);
            float x_6 = xss[at];
            float x_7 = 0.5f * x_6;  // line 12
            int64_t x_8 = (uint64_t)(int64_t)i - 1l;
            int64_t x_9 = min_i64(x, x_8);  // line 9
            int64_t x_10 = max_i64(0l, x_9);
            const int32_t at1 = (int32_t)(int64_t)(x_5 + (uint64_t)(int64_t)m * x_10);
            float x_11 = xss[at1];
            int64_t x_12 = (uint64_t)(int64_t)i + 1l;  // line 12
            int64_t x_13 = min_i64(x, x_12);  // line 9
            int64_t x_14 = max_i64(0l, x_13);
            const int32_t at2 = (int32_t)(int64_t)(x_5 + (uint64_t)(int64_t)m * x_14);
            float x_15 = xss[at2];
            float x_16 = x_11 + x_15;  // line 12
            int64_t x_17 = (uint64_t)(int64_t)j - 1l;
            int64_t x_18 = min_i64(x_3, x_17);  // line 9
            int64_t x_19 = max_i64(0l, x_18);
            const int32_t at3 = (int32_t)(int64_t)(x_19 + (uint64_t)(int64_t)m * x_2);
            float x_20 = xss[at3];
            float x_21 = x_16 + x_20;  // line 12
            int64_t x_22 = (uint64_t)(int64_t)j + 1l;
            int64_t x_23 = min_i64(x_3, x_22);  // line 9
            int64_t x_24 = max_i64(0l, x_23);
            const int32_t at4 = (int32_t)(int64_t)(x_24 + (uint64_t)(int64_t)m * x_2);
            float x_25 = xss[at4];
            float x_26 = x_21 + x_25;  // line 12
            float x_27 = 0.125f * x_26;
            float x_28 = x_7 + x_27;
            out[i * m + j] = x_28;
        }
    }
}

