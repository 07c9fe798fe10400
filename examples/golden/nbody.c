// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

// of line 7 of <prelude>/soacs.fut
void main_x(
        double* restrict out_1,
        double* restrict out_2,
        double* restrict out_3,
        double* restrict out_4,
        double dt,
        const double* restrict bodies,
        const double* restrict bodies_1,
        const double* restrict bodies_2,
        const double* restrict bodies_3,
        const double* restrict masses,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        double x = bodies[i];  // line 7
        double x_1 = bodies_1[i];
        double x_2 = bodies_2[i];
        double x_3 = bodies_3[i];
        double* restrict blank = malloc((uint64_t)n * 8);
        double* restrict blank_1 = malloc((uint64_t)n * 8);
        for (int32_t j = 0; j < n; j += 1) {
            double x_4 = masses[j];
            double x_5 = bodies[j];
            double x_6 = bodies_1[j];
            double x_7 = x_5 - x;  // line 14
            double x_8 = x_6 - x_1;
            double x_9 = x_7 * x_7;  // line 16
            double x_10 = x_8 * x_8;
            double x_11 = x_9 + x_10;
            bool x_12 = x_11 == 0.0;  // line 24
            double x_18;  // line 7
            double x_19;
            if (x_12) {  // line 24
                x_18 = 0.0;
                x_19 = 0.0;
            } else {
                double x_13 = sqrt(x_11);
                double x_14 = x_11 * x_13;
                double x_15 = x_4 / x_14;
                x_18 = x_15 * x_7;  // line 15
                x_19 = x_15 * x_8;
            }
            blank[j] = x_18;  // line 7
            blank_1[j] = x_19;
        }
        double x_20 = 0.0;  // line 30
        double x_21 = 0.0;
        for (int32_t j_1 = 0; j_1 < n; j_1 += 1) {
            double x_22 = x_20;  // line 7
            double x_23 = x_21;
            double x_24 = blank[j_1];  // line 30
            double x_25 = blank_1[j_1];
            x_20 = x_22 + x_24;  // line 13
            x_21 = x_23 + x_25;
        }
        double x_28 = dt * x_20;  // line 15
        double x_29 = dt * x_21;
        double x_30 = x_2 + x_28;  // line 13
        double x_31 = x_3 + x_29;
        double x_32 = dt * x_30;  // line 15
        double x_33 = dt * x_31;
        double x_34 = x + x_32;  // line 13
        double x_35 = x_1 + x_33;
        out_1[i] = x_34;
        out_2[i] = x_35;
        out_3[i] = x_30;
        out_4[i] = x_31;
        free(blank_1);
        free(blank);
    }
}

