// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

void laplace(  // line 46
        int32_t* restrict out,
        const int32_t* restrict mat,
        int32_t* restrict failure,
        int32_t cols,
        int32_t rows) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (rows + 7) / 8 * ((cols + 31) / 32); g += 1) {
        int32_t tile[340];
        const int32_t divisor = (cols + 31) / 32;  // line 36
        if (divisor == 0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        const int32_t divisor1 = (cols + 31) / 32;  // line 37
        if (divisor1 == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        for (int32_t y = 0; y < 10; y += 1) {  // line 38
            for (int32_t x = 0; x < 32; x += 1) {
                tile[32 * y + x] = mat[max_i32(1, min_i32(rows, 8 * (g / ((cols + 31) / 32)) + (32 * y + x) / 34)) * cols + max_i32(1, min_i32(cols, 32 * (g % ((cols + 31) / 32)) + (32 * y + x) % 34)) - cols - 1];  // line 35
            }
        }
        for (int32_t x = 0; x < 20; x += 1) {  // line 38
            tile[x + 320] = mat[max_i32(1, min_i32(8 * (g / ((cols + 31) / 32)) + 9, rows)) * cols + max_i32(1, min_i32(32 * (g % ((cols + 31) / 32)) + x + 14, cols)) - cols - 1];  // line 35
        }
        for (int32_t y = 0; y < 8; y += 1) {  // line 42
            for (int32_t x = 0; x < 32; x += 1) {
                if ((32 * (g % ((cols + 31) / 32)) + x < cols) & ((8 * (g / ((cols + 31) / 32)) + y) * cols + 32 * (g % ((cols + 31) / 32)) + x < cols * rows)) {
                    out[(8 * (g / ((cols + 31) / 32)) + y) * cols + 32 * (g % ((cols + 31) / 32)) + x] = (uint32_t)tile[34 * y + x + 1] + tile[34 * y + x + 34] + tile[34 * y + x + 36] + tile[34 * y + x + 69] - (uint32_t)4 * tile[34 * y + x + 35];  // line 41
                }
            }
        }
    }
}

