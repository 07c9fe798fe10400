// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

// of line 46 of <prelude>/array.fut
void elder_kernel_0_main_is(int64_t* restrict out, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        out[i] = (int64_t)i;  // line 46
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_1_main_x_outer(
        int32_t* restrict out,
        double x_2,
        uint8_t x_10,
        int32_t limit,
        const int64_t* restrict is,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        double x = (double)(int64_t)i;  // line 22
        double x_1 = 4.0 * x;
        double x_3 = x_1 / x_2;
        double x_4 = x_3 - 2.0;
        int32_t* restrict blank = malloc((uint64_t)n * 4);  // line 7
        for (int32_t j = 0; j < n; j += 1) {
            int64_t x_5 = is[j];
            double x_6 = (double)x_5;  // line 22
            double x_7 = 4.0 * x_6;
            double x_8 = x_7 / x_2;
            double x_9 = x_8 - 2.0;
            double z = 0.0;  // line 16
            double z_1 = 0.0;
            int32_t steps = 0;
            bool go = x_10;  // line 7
            while (go) {  // line 16
                double z_2 = z;  // line 7
                double z_3 = z_1;
                int32_t steps_1 = steps;
                double x_11 = z_3 * z_3;  // line 10
                double x_12 = z_2 * z_2;
                double x_13 = x_11 - x_12;
                double x_14 = 2.0 * z_3;
                double x_15 = x_14 * z_2;
                double x_16 = x_13 + x_9;  // line 11
                double x_17 = x_15 + x_4;
                int32_t steps_2 = (uint32_t)steps_1 + 1;  // line 18
                bool x_18 = steps_2 < limit;  // line 17
                if (x_18) {
                    double x_19 = x_16 * x_16;  // line 12
                    double x_20 = x_17 * x_17;
                    double x_21 = x_19 + x_20;
                    bool x_22 = x_21 > 4.0;
                    go = !x_22;  // line 17
                } else {
                    go = false;
                }
                z = x_17;  // line 11
                z_1 = x_16;
                steps = steps_2;  // line 18
            }
            blank[j] = steps;  // line 7
        }
        for (int32_t k = 0; k < n; k += 1) {
            out[i * n + k] = blank[k];
        }
        free(blank);
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_2_main_x(double* restrict out, double x_2, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        double x = (double)(int64_t)i;  // line 22
        double x_1 = 4.0 * x;
        double x_3 = x_1 / x_2;
        out[i] = x_3;
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_3_main_x_1(
        int32_t* restrict out,
        double x_5,
        uint8_t x_8,
        int32_t limit,
        const double* restrict x,
        int32_t n) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n; i += 1) {
        for (int32_t j = 0; j < n; j += 1) {
            double x_1 = x[i];  // line 7
            double x_2 = x_1 - 2.0;  // line 22
            double x_3 = (double)(int64_t)j;
            double x_4 = 4.0 * x_3;
            double x_6 = x_4 / x_5;
            double x_7 = x_6 - 2.0;
            double z = 0.0;  // line 16
            double z_1 = 0.0;
            int32_t steps = 0;
            bool go = x_8;  // line 7
            while (go) {  // line 16
                double z_2 = z;  // line 7
                double z_3 = z_1;
                int32_t steps_1 = steps;
                double x_9 = z_3 * z_3;  // line 10
                double x_10 = z_2 * z_2;
                double x_11 = x_9 - x_10;
                double x_12 = 2.0 * z_3;
                double x_13 = x_12 * z_2;
                double x_14 = x_11 + x_7;  // line 11
                double x_15 = x_13 + x_2;
                int32_t steps_2 = (uint32_t)steps_1 + 1;  // line 18
                bool x_16 = steps_2 < limit;  // line 17
                if (x_16) {
                    double x_17 = x_14 * x_14;  // line 12
                    double x_18 = x_15 * x_15;
                    double x_19 = x_17 + x_18;
                    bool x_20 = x_19 > 4.0;
                    go = !x_20;  // line 17
                } else {
                    go = false;
                }
                z = x_15;  // line 11
                z_1 = x_14;
                steps = steps_2;  // line 18
            }
            out[i * n + j] = steps;  // line 7
        }
    }
}

