// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void main_1(int32_t* restrict out, const int32_t* restrict mat, int32_t cols, int32_t rows) {  // line 42
    #pragma omp parallel for
    for (int32_t g = 0; g < (cols + 63) / 64 * ((rows + 63) / 64); g += 1) {
        int32_t tile[4160];
        for (int32_t l = 0; l < 4096; l += 1) {  // line 29
            tile[l + l / 64] = mat[min_i32(rows - 1, 64 * (g % ((rows + 63) / 64)) + l / 64) * cols + min_i32(cols - 1, 64 * (g / ((rows + 63) / 64)) + l % 64)];  // line 28
        }
        for (int32_t l = 0; l < 4096; l += 1) {  // line 42
            if ((64 * (g % ((rows + 63) / 64)) + l % 64 < rows) & ((64 * (g / ((rows + 63) / 64)) + l / 64) * rows + 64 * (g % ((rows + 63) / 64)) + l % 64 < cols * rows)) {
                out[(64 * (g / ((rows + 63) / 64)) + l / 64) * rows + 64 * (g % ((rows + 63) / 64)) + l % 64] = tile[65 * (l % 64) + l / 64];  // line 29
            }
        }
    }
}

