// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

void transposed(int32_t* restrict out, const int32_t* restrict mat, int32_t cols, int32_t rows) {  // line 42
    #pragma omp parallel for
    for (int32_t g = 0; g < (cols + 15) / 16 * ((rows + 15) / 16); g += 1) {
        int32_t tile[272];
        for (int32_t y = 0; y < 16; y += 1) {  // line 29
            for (int32_t x = 0; x < 16; x += 1) {
                tile[17 * y + x] = mat[min_i32(rows - 1, 16 * (g % ((rows + 15) / 16)) + y) * cols + min_i32(cols - 1, 16 * (g / ((rows + 15) / 16)) + x)];  // line 28
            }
        }
        for (int32_t y = 0; y < 16; y += 1) {  // line 42
            for (int32_t x = 0; x < 16; x += 1) {
                if ((16 * (g % ((rows + 15) / 16)) + x < rows) & ((16 * (g / ((rows + 15) / 16)) + y) * rows + 16 * (g % ((rows + 15) / 16)) + x < cols * rows)) {
                    out[(16 * (g / ((rows + 15) / 16)) + y) * rows + 16 * (g % ((rows + 15) / 16)) + x] = tile[y + 17 * x];  // line 29
                }
            }
        }
    }
}

