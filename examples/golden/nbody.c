// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// of line 7 of <prelude>/soacs.fut
void elder_kernel_0_main_x_outer(
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
        double x_4 = 0.0;  // line 30
        double x_5 = 0.0;
        for (int32_t j = 0; j < n; j += 1) {
            double x_6 = x_4;  // line 7
            double x_7 = x_5;
            double x_8 = masses[j];  // line 30
            double x_9 = bodies[j];
            double x_10 = bodies_1[j];
            double x_11 = x_9 - x;  // line 14
            double x_12 = x_10 - x_1;
            double x_13 = x_11 * x_11;  // line 16
            double x_14 = x_12 * x_12;
            double x_15 = x_13 + x_14;
            bool x_16 = x_15 == 0.0;  // line 24
            double x_22;  // line 30
            double x_23;
            if (x_16) {  // line 24
                x_22 = 0.0;
                x_23 = 0.0;
            } else {
                double x_17 = sqrt(x_15);
                double x_18 = x_15 * x_17;
                double x_19 = x_8 / x_18;
                x_22 = x_19 * x_11;  // line 15
                x_23 = x_19 * x_12;
            }
            x_4 = x_6 + x_22;  // line 13
            x_5 = x_7 + x_23;
        }
        double x_26 = dt * x_4;  // line 15
        double x_27 = dt * x_5;
        double x_28 = x_2 + x_26;  // line 13
        double x_29 = x_3 + x_27;
        double x_30 = dt * x_28;  // line 15
        double x_31 = dt * x_29;
        double x_32 = x + x_30;  // line 13
        double x_33 = x_1 + x_31;
        out_1[i] = x_32;
        out_2[i] = x_33;
        out_3[i] = x_28;
        out_4[i] = x_29;
    }
}

// of line 30 of <prelude>/soacs.fut
void elder_kernel_1_main_x(
        double* restrict out_1,
        double* restrict out_2,
        const double* restrict bodies,
        const double* restrict bodies_1,
        const double* restrict masses,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        double sum = 0.0;  // line 30
        double sum_1 = 0.0;
        for (int32_t j = 0; j < n; j += 1) {
            double x = bodies[i];  // line 7
            double x_1 = bodies_1[i];
            double x_2 = masses[j];  // line 30
            double x_3 = bodies[j];
            double x_4 = bodies_1[j];
            double x_5 = x_3 - x;  // line 14
            double x_6 = x_4 - x_1;
            double x_7 = x_5 * x_5;  // line 16
            double x_8 = x_6 * x_6;
            double x_9 = x_7 + x_8;
            bool x_10 = x_9 == 0.0;  // line 24
            double x_16;  // line 30
            double x_17;
            if (x_10) {  // line 24
                x_16 = 0.0;
                x_17 = 0.0;
            } else {
                double x_11 = sqrt(x_9);
                double x_12 = x_9 * x_11;
                double x_13 = x_2 / x_12;
                x_16 = x_13 * x_5;  // line 15
                x_17 = x_13 * x_6;
            }
            double x_18 = sum;  // line 30
            double x_19 = sum_1;
            sum = x_18 + x_16;  // line 13
            sum_1 = x_19 + x_17;
        }
        out_1[i] = sum;  // line 30
        out_2[i] = sum_1;
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_2_main_x_1(
        double* restrict out_1,
        double* restrict out_2,
        double* restrict out_3,
        double* restrict out_4,
        double dt,
        const double* restrict x,
        const double* restrict x_2,
        const double* restrict bodies,
        const double* restrict bodies_1,
        const double* restrict bodies_2,
        const double* restrict bodies_3,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        double x_1 = x[i];  // line 7
        double x_3 = x_2[i];
        double x_4 = bodies[i];
        double x_5 = bodies_1[i];
        double x_6 = bodies_2[i];
        double x_7 = bodies_3[i];
        double x_8 = dt * x_1;  // line 15
        double x_9 = dt * x_3;
        double x_10 = x_6 + x_8;  // line 13
        double x_11 = x_7 + x_9;
        double x_12 = dt * x_10;  // line 15
        double x_13 = dt * x_11;
        double x_14 = x_4 + x_12;  // line 13
        double x_15 = x_5 + x_13;
        out_1[i] = x_10;
        out_2[i] = x_11;
        out_3[i] = x_14;
        out_4[i] = x_15;
    }
}

