// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

void largest_1(const int32_t* restrict xs, int32_t* restrict array, int32_t xs_length) {  // line 50
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 4095) / 4096; g += 1) {
        int32_t tile[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 45
            int32_t sum = (-2147483647 - 1);  // line 40
            #pragma GCC unroll 16  // line 145
            for (int32_t i = 0; i < 16; i += 1) {
                sum = max_i32(sum, 4096 * g + l + 256 * i < xs_length ? xs[4096 * g + l + 256 * i] : (-2147483647 - 1));
            }
            tile[l] = sum;  // line 45
        }
        for (int32_t l = 0; l < 128; l += 1) {  // line 35
            tile[l] = max_i32(tile[l], tile[l + 128]);
        }
        for (int32_t l = 0; l < 64; l += 1) {
            tile[l] = max_i32(tile[l], tile[l + 64]);
        }
        for (int32_t l = 0; l < 32; l += 1) {
            tile[l] = max_i32(tile[l], tile[l + 32]);
        }
        for (int32_t l = 0; l < 16; l += 1) {
            tile[l] = max_i32(tile[l], tile[l + 16]);
        }
        for (int32_t l = 0; l < 8; l += 1) {
            tile[l] = max_i32(tile[l], tile[l + 8]);
        }
        for (int32_t l = 0; l < 4; l += 1) {
            tile[l] = max_i32(tile[l], tile[l + 4]);
        }
        for (int32_t l = 0; l < 2; l += 1) {
            tile[l] = max_i32(tile[l], tile[l + 2]);
        }
        tile[0] = max_i32(tile[0], tile[1]);
        array[g] = tile[0];  // line 45
    }
}

void largest_2(int32_t* restrict out, const int32_t* restrict array, int32_t xs_length) {  // line 58
    int32_t tile1[256];
    for (int32_t l = 0; l < 256; l += 1) {  // line 45
        int32_t sum = (-2147483647 - 1);  // line 40
        for (int32_t i = 0; i < (xs_length + 4095) / 4096 / 256; i += 1) {  // line 145
            sum = max_i32(sum, array[l + 256 * i]);
        }
        tile1[l] = 256 * ((xs_length + 4095) / 4096 / 256) + l < (xs_length + 4095) / 4096 ? max_i32(sum, array[256 * ((xs_length + 4095) / 4096 / 256) + l]) : sum;  // line 147
    }
    for (int32_t l = 0; l < 128; l += 1) {  // line 35
        tile1[l] = max_i32(tile1[l], tile1[l + 128]);
    }
    for (int32_t l = 0; l < 64; l += 1) {
        tile1[l] = max_i32(tile1[l], tile1[l + 64]);
    }
    for (int32_t l = 0; l < 32; l += 1) {
        tile1[l] = max_i32(tile1[l], tile1[l + 32]);
    }
    for (int32_t l = 0; l < 16; l += 1) {
        tile1[l] = max_i32(tile1[l], tile1[l + 16]);
    }
    for (int32_t l = 0; l < 8; l += 1) {
        tile1[l] = max_i32(tile1[l], tile1[l + 8]);
    }
    for (int32_t l = 0; l < 4; l += 1) {
        tile1[l] = max_i32(tile1[l], tile1[l + 4]);
    }
    for (int32_t l = 0; l < 2; l += 1) {
        tile1[l] = max_i32(tile1[l], tile1[l + 2]);
    }
    tile1[0] = max_i32(tile1[0], tile1[1]);
    out[0] = tile1[0];  // line 45
}

