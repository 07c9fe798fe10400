// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// of line 30 of <prelude>/soacs.fut
void main_x_1(
        const float* restrict xs,
        const float* restrict ys,
        float* restrict parts,
        int32_t n,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (32 * tiles + n - 1) / (32 * tiles); g += 1) {
        float lanes[32];
        #pragma GCC unroll 32
        for (int32_t l = 0; l < 32; l += 1) {
            lanes[l] = 0.0f;  // line 30
        }
        for (int32_t a = 0; a < tiles; a += 1) {
            if (32 * g * tiles + 32 * a + 32 <= n) {
                #pragma GCC unroll 32
                for (int32_t l = 0; l < 32; l += 1) {
                    float x_3 = xs[32 * g * tiles + 32 * a + l];
                    float x_4 = ys[32 * g * tiles + 32 * a + l];
                    float x = x_3 * x_4;  // line 14
                    float next = lanes[l] + x;  // line 30
                    lanes[l] = next;
                }
            } else {
                #pragma GCC unroll 32
                for (int32_t l = 0; l < 32; l += 1) {
                    if (32 * g * tiles + 32 * a + l < n) {
                        float x_3 = xs[32 * g * tiles + 32 * a + l];
                        float x_4 = ys[32 * g * tiles + 32 * a + l];
                        float x = x_3 * x_4;  // line 14
                        float next = lanes[l] + x;  // line 30
                        lanes[l] = next;
                    }
                }
            }
        }
        float sum = 0.0f;
        #pragma GCC unroll 32
        for (int32_t l = 0; l < 32; l += 1) {
            float next = sum + lanes[l];
            sum = next;
        }
        parts[g] = sum;
    }
}

// of line 30 of <prelude>/soacs.fut
void main_x_2(float* restrict out, const float* restrict parts, int32_t n, int32_t tiles) {
    float sum = 0.0f;
    for (int32_t g = 0; g < (32 * tiles + n - 1) / (32 * tiles); g += 1) {
        if (g == 0) {
            sum = parts[g];
        } else {
            float next = sum + parts[g];
            sum = next;
        }
    }
    out[0] = sum;
}

