// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(int32_t* restrict out, const int32_t* restrict xs, int32_t xs_length) {  // line 6
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 2047) / 2048; g += 1) {
        for (int32_t l = 0; l < 2048; l += 1) {
            if (2048 * g + l < xs_length) {
                out[2048 * g + l] = xs[xs_length - 2048 * g - l - 1];  // line 14
            }
        }
    }
}

