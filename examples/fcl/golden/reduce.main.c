// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(const int32_t* restrict xs, int32_t* restrict array, int32_t xs_length) {  // line 50
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 8191) / 8192; g += 1) {
        int32_t tile[512];
        for (int32_t l = 0; l < 512; l += 1) {  // line 45
            int32_t sum = 0;  // line 66
            #pragma GCC unroll 16  // line 145
            for (int32_t i = 0; i < 16; i += 1) {
                sum += (uint32_t)(8192 * g + l + 512 * i < xs_length ? xs[8192 * g + l + 512 * i] : 0);  // line 66
            }
            tile[l] = sum;  // line 45
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 35
            tile[l] += (uint32_t)tile[l + 256];  // line 66
        }
        for (int32_t l = 0; l < 128; l += 1) {  // line 35
            tile[l] += (uint32_t)tile[l + 128];  // line 66
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 35
            tile[l] += (uint32_t)tile[l + 64];  // line 66
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 35
            tile[l] += (uint32_t)tile[l + 32];  // line 66
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 35
            tile[l] += (uint32_t)tile[l + 16];  // line 66
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 35
            tile[l] += (uint32_t)tile[l + 8];  // line 66
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 35
            tile[l] += (uint32_t)tile[l + 4];  // line 66
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 35
            tile[l] += (uint32_t)tile[l + 2];  // line 66
        }
        tile[0] += (uint32_t)tile[1];
        array[g] = tile[0];  // line 45
    }
}

void main_2(int32_t* restrict out, const int32_t* restrict array, int32_t xs_length) {  // line 58
    int32_t tile1[512];
    for (int32_t l = 0; l < 512; l += 1) {  // line 45
        int32_t sum = 0;  // line 66
        for (int32_t i = 0; i < (xs_length + 8191) / 8192 / 512; i += 1) {  // line 145
            sum += (uint32_t)array[l + 512 * i];  // line 66
        }
        bool c = 512 * ((xs_length + 8191) / 8192 / 512) + l < (xs_length + 8191) / 8192;  // line 147
        int32_t chosen;  // line 45
        if (c) {  // line 147
            chosen = (uint32_t)sum + array[512 * ((xs_length + 8191) / 8192 / 512) + l];  // line 66
        } else {  // line 147
            chosen = sum;  // line 45
        }
        tile1[l] = chosen;
    }
    for (int32_t l = 0; l < 256; l += 1) {  // line 35
        tile1[l] += (uint32_t)tile1[l + 256];  // line 66
    }
    for (int32_t l = 0; l < 128; l += 1) {  // line 35
        tile1[l] += (uint32_t)tile1[l + 128];  // line 66
    }
    for (int32_t l = 0; l < 64; l += 1) {  // line 35
        tile1[l] += (uint32_t)tile1[l + 64];  // line 66
    }
    for (int32_t l = 0; l < 32; l += 1) {  // line 35
        tile1[l] += (uint32_t)tile1[l + 32];  // line 66
    }
    for (int32_t l = 0; l < 16; l += 1) {  // line 35
        tile1[l] += (uint32_t)tile1[l + 16];  // line 66
    }
    for (int32_t l = 0; l < 8; l += 1) {  // line 35
        tile1[l] += (uint32_t)tile1[l + 8];  // line 66
    }
    for (int32_t l = 0; l < 4; l += 1) {  // line 35
        tile1[l] += (uint32_t)tile1[l + 4];  // line 66
    }
    for (int32_t l = 0; l < 2; l += 1) {  // line 35
        tile1[l] += (uint32_t)tile1[l + 2];  // line 66
    }
    tile1[0] += (uint32_t)tile1[1];
    out[0] = tile1[0];  // line 45
}

