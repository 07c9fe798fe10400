// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

// of line 7 of <prelude>/soacs.fut
void main_x(
        double* restrict out,
        const double* restrict a,
        const double* restrict b,
        int32_t m,
        int32_t n,
        int32_t p) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        double* restrict blank = malloc((uint64_t)p * 8);  // line 7
        for (int32_t j = 0; j < p; j += 1) {
            double* restrict blank_1 = malloc((uint64_t)m * 8);
            for (int32_t j_1 = 0; j_1 < m; j_1 += 1) {  // line 14
                double x = a[i * m + j_1];
                double x_1 = b[j_1 * p + j];
                double x_2 = x * x_1;
                blank_1[j_1] = x_2;
            }
            double x_3 = 0.0;  // line 30
            for (int32_t j_2 = 0; j_2 < m; j_2 += 1) {
                double x_4 = x_3;  // line 7
                double x_5 = blank_1[j_2];  // line 30
                x_3 = x_4 + x_5;
            }
            blank[j] = x_3;  // line 7
            free(blank_1);
        }
        for (int32_t k = 0; k < p; k += 1) {
            out[i * p + k] = blank[k];
        }
        free(blank);
    }
}

