// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// of line 7 of <prelude>/soacs.fut
void main_x(
        double* restrict out,
        const double* restrict a,
        const double* restrict b,
        int32_t m,
        int32_t n,
        int32_t p) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n; i += 1) {
        for (int32_t j = 0; j < p; j += 1) {
            double sum = 0.0;  // line 7
            for (int32_t v_j1 = 0; v_j1 < m; v_j1 += 1) {
                double x = a[i * m + v_j1];
                double x_1 = b[v_j1 * p + j];
                double x_2 = x * x_1;  // line 14
                double x_3 = sum;  // line 7
                sum = x_3 + x_2;  // line 30
            }
            out[i * p + j] = sum;  // line 7
        }
    }
}

