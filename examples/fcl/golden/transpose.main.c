// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void main_1(  // line 42
        int32_t* restrict out,
        const int32_t* restrict mat,
        int32_t* restrict failure,
        int32_t cols,
        int32_t mat_length,
        int32_t rows) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (cols + 31) / 32 * ((rows + 31) / 32); g += 1) {
        int32_t tile[1056];
        for (int32_t l = 0; l < 1024; l += 1) {  // line 29
            int32_t at = (uint32_t)min_i32((int32_t)((uint32_t)(g % ((rows + 31) / 32)) * 32 + l / 32), (int32_t)((uint32_t)rows - 1)) * cols + min_i32((int32_t)((uint32_t)(g / ((rows + 31) / 32)) * 32 + l % 32), (int32_t)((uint32_t)cols - 1));
            if (at < 0 || at > mat_length - 1) {
                __sync_val_compare_and_swap(failure, 0, 1);  // line 28
                at = 0;
            }
            tile[l + l / 32] = mat[at];
        }
        for (int32_t l = 0; l < 1024; l += 1) {  // line 42
            if ((32 * (g % ((rows + 31) / 32)) + l % 32 < rows) & ((32 * (g / ((rows + 31) / 32)) + l / 32) * rows + 32 * (g % ((rows + 31) / 32)) + l % 32 < cols * rows)) {
                out[(32 * (g / ((rows + 31) / 32)) + l / 32) * rows + 32 * (g % ((rows + 31) / 32)) + l % 32] = tile[33 * (l % 32) + l / 32];  // line 29
            }
        }
    }
}

