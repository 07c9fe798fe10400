// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void horner(  // line 6
        double* restrict out,
        const double* restrict coefficients,
        const double* restrict xs,
        int32_t coefficients_length,
        int32_t xs_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 1023) / 1024; g += 1) {
        for (int32_t l = 0; l < 1024; l += 1) {
            if (1024 * g + l < xs_length) {
                double x = xs[1024 * g + l];  // line 111
                double sum = 0.0;  // line 30
                for (int32_t i = 0; i < coefficients_length; i += 1) {
                    sum = sum * x + coefficients[coefficients_length - i - 1];
                }
                out[1024 * g + l] = sum;  // line 6
            }
        }
    }
}

