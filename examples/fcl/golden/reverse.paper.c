// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void paper(int32_t* restrict out, const int32_t* restrict xs, int32_t xs_length) {  // line 9
    #pragma omp parallel for
    for (int32_t g = 0; g < xs_length / 1024; g += 1) {
        for (int32_t l = 0; l < 1024; l += 1) {  // line 5
            out[1024 * g + l] = xs[1024 * (xs_length / 1024) - 1024 * g - l - 1];  // line 88
        }
    }
}

