// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void gpu(int32_t* restrict out, int32_t limit, int32_t h, int32_t w) {  // line 32
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < h; i += 1) {
        for (int32_t i1 = 0; i1 < w; i1 += 1) {  // line 33
            float z_k_1 = 0.0f;  // line 25
            float z_k_2 = 0.0f;
            int32_t z_k_3 = 0;
            bool goes_on = z_k_3 < limit ? z_k_1 * z_k_1 + z_k_2 * z_k_2 <= 4.0f : false;  // line 23
            while (goes_on) {
                float a_b_1 = z_k_1 * z_k_1 - z_k_2 * z_k_2;  // line 18
                float a_b_2 = 2.0f * z_k_1 * z_k_2;
                z_k_1 = a_b_1 + ((float)i1 * 3.0f / (float)w - 2.0f);  // line 17
                z_k_2 = a_b_2 + ((float)i * 2.0f / (float)h - 1.0f);
                z_k_3 += (uint32_t)1;  // line 24
                goes_on = z_k_3 < limit ? z_k_1 * z_k_1 + z_k_2 * z_k_2 <= 4.0f : false;  // line 23
            }
            out[i * w + i1] = z_k_3;
        }
    }
}

