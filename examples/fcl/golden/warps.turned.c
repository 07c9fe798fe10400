// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t quot_i32(int32_t a, int32_t b) {
    if (b == 0) return 0;
    return b == -1 ? (int32_t)-(uint32_t)a : a / b;
}

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t rem_i32(int32_t a, int32_t b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

void turned(  // line 6
        int32_t* restrict out,
        const int32_t* restrict xs,
        int32_t* restrict failure,
        int32_t xs_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 255) / 256; g += 1) {
        for (int32_t l = 0; l < 256; l += 1) {  // line 28
            int32_t p = (uint32_t)g * 256 + (uint32_t)(l / 32) * 32 + l % 32;
            int32_t from = (uint32_t)quot_i32(p, 32) * 32;  // line 25
            int32_t at = max_i32(0, min_i32((int32_t)((uint32_t)xs_length - 1), (int32_t)((uint32_t)from + min_i32(31, (int32_t)((uint32_t)xs_length - 1 - from)) - rem_i32(p, 32))));  // line 28
            if (at < 0 || at > xs_length - 1) {
                __sync_val_compare_and_swap(failure, 0, 1);  // line 26
                at = 0;
            }
            if (256 * g + l < xs_length) {  // line 28
                out[256 * g + l] = xs[at];  // line 26
            }
        }
    }
}

