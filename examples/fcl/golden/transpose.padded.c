// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void padded(int32_t* restrict out, const int32_t* restrict mat, int32_t cols, int32_t rows) {  // line 16
    #pragma omp parallel for
    for (int32_t g = 0; g < cols / 32 * (rows / 32); g += 1) {
        int32_t tile[1056];
        for (int32_t l = 0; l < 1024; l += 1) {  // line 19
            tile[l + l / 32] = mat[(32 * (g % (rows / 32)) + l / 32) * cols + 32 * (g / (rows / 32)) + l % 32];  // line 10
        }
        for (int32_t l = 0; l < 1024; l += 1) {  // line 16
            out[(32 * (g / (rows / 32)) + l / 32) * rows + 32 * (g % (rows / 32)) + l % 32] = tile[33 * (l % 32) + l / 32];  // line 19
        }
    }
}

