// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t rem_i32(int32_t a, int32_t b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline int32_t quot_i32(int32_t a, int32_t b) {
    if (b == 0) return 0;
    return b == -1 ? (int32_t)-(uint32_t)a : a / b;
}

void main_1(  // line 6
        int32_t* restrict out,
        int32_t* restrict failure,
        int32_t height,
        int32_t limit,
        int32_t width) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (width * height + 255) / 256; g += 1) {
        for (int32_t l = 0; l < 256; l += 1) {
            if (width == 0) {  // line 22
                __sync_val_compare_and_swap(failure, 0, 1);
            }
            float cx = (float)rem_i32(min_i32(width * height - 1, 256 * g + l), width) * 3.0f / (float)width - 2.0f;
            if (width == 0) {  // line 23
                __sync_val_compare_and_swap(failure, 0, 2);
            }
            float cy = (float)quot_i32(min_i32(width * height - 1, 256 * g + l), width) * 2.0f / (float)height - 1.0f;
            float sum_1 = 0.0f;  // line 17
            float sum_2 = 0.0f;
            int32_t sum_3 = 0;
            for (int32_t i = 0; i < limit; i += 1) {
                float s = sum_1;  // line 6
                float s1 = sum_2;
                int32_t s2 = sum_3;
                float xx = s * s;  // line 13
                float yy = s1 * s1;  // line 14
                float next_1 = xx + yy > 4.0f ? s : xx - yy + cx;  // line 15
                float next_2 = xx + yy > 4.0f ? s1 : 2.0f * s * s1 + cy;
                int32_t next_3 = xx + yy > 4.0f ? s2 : (int32_t)((uint32_t)s2 + 1);
                sum_1 = next_1;  // line 17
                sum_2 = next_2;
                sum_3 = next_3;
            }
            if (256 * g + l < width * height) {  // line 6
                out[256 * g + l] = sum_3;
            }
        }
    }
}

