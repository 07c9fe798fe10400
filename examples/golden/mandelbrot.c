// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// of line 7 of <prelude>/soacs.fut
void main_x(int32_t* restrict out, double x_2, uint8_t x_9, int32_t limit, int32_t n) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n; i += 1) {
        for (int32_t j = 0; j < n; j += 1) {
            double x = (double)(int64_t)i;  // line 22
            double x_1 = 4.0 * x;
            double x_3 = x_1 / x_2;
            double x_4 = x_3 - 2.0;
            double x_5 = (double)(int64_t)j;
            double x_6 = 4.0 * x_5;
            double x_7 = x_6 / x_2;
            double x_8 = x_7 - 2.0;
            double z = 0.0;  // line 16
            double z_1 = 0.0;
            int32_t steps = 0;
            bool go = x_9;  // line 7
            while (go) {  // line 16
                double z_2 = z;  // line 7
                double z_3 = z_1;
                int32_t steps_1 = steps;
                double x_10 = z_3 * z_3;  // line 10
                double x_11 = z_2 * z_2;
                double x_12 = x_10 - x_11;
                double x_13 = 2.0 * z_3;
                double x_14 = x_13 * z_2;
                double x_15 = x_12 + x_8;  // line 11
                double x_16 = x_14 + x_4;
                int32_t steps_2 = (uint32_t)steps_1 + 1;  // line 18
                bool x_17 = steps_2 < limit;  // line 17
                if (x_17) {
                    double x_18 = x_15 * x_15;  // line 12
                    double x_19 = x_16 * x_16;
                    double x_20 = x_18 + x_19;
                    bool x_21 = x_20 > 4.0;
                    go = !x_21;  // line 17
                } else {
                    go = false;
                }
                z = x_16;  // line 11
                z_1 = x_15;
                steps = steps_2;  // line 18
            }
            out[i * n + j] = steps;  // line 7
        }
    }
}

