// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(const uint8_t* restrict xs, uint32_t* restrict array, int32_t xs_length) {  // line 20
    #pragma omp parallel for
    for (int32_t g = 0; g < xs_length / 256; g += 1) {
        uint8_t tile[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 13
            tile[l] = xs[256 * g + l];  // line 88
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 14
            uint32_t sum = 0u;
            for (int32_t i = 0; i < 256; i += 1) {
                sum = (int32_t)tile[i] == l ? sum + 1u : sum;
            }
            array[16 * g + l] = sum;
        }
    }
}

void main_2(uint32_t* restrict out, const uint32_t* restrict array, int32_t xs_length) {  // line 21
    #pragma omp parallel for
    for (int32_t i = 0; i < 16; i += 1) {
        uint32_t sum = 0u;
        for (int32_t i1 = 0; i1 < xs_length / 256; i1 += 1) {
            sum += array[i + 16 * i1];
        }
        out[i] = sum;
    }
}

