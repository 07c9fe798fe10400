// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void gpu(  // line 27
        float* restrict out,
        const float* restrict a,
        const float* restrict b,
        float* restrict sums,
        int32_t c,
        int32_t k,
        int32_t r) {
    #pragma omp parallel for collapse(2)  // line 20
    for (int32_t g = 0; g < r; g += 1) {
        for (int32_t g1 = 0; g1 < c; g1 += 1) {  // line 22
            float tmp[1024];  // line 27
            float tmp1[1024];  // line 30
            for (int32_t l = 0; l < 16; l += 1) {  // line 44
                for (int32_t l1 = 0; l1 < 16; l1 += 1) {
                    #pragma GCC unroll 8
                    for (int32_t i = 0; i < 8; i += 1) {
                        #pragma GCC unroll 8
                        for (int32_t i1 = 0; i1 < 8; i1 += 1) {
                            sums[16384 * g * c + 16384 * g1 + 1024 * l + 64 * l1 + 8 * i + i1] = 0.0f;
                        }
                    }
                }
            }
            for (int32_t i = 0; i < k; i += 1) {  // line 25
                for (int32_t i1 = 0; i1 < 4; i1 += 1) {  // line 28
                    for (int32_t l = 0; l < 16; l += 1) {
                        for (int32_t l1 = 0; l1 < 16; l1 += 1) {
                            tmp[256 * i1 + 16 * l + l1] = a[(1024 * g + 256 * i1 + 16 * l + 8 * (l1 / 8)) * k + 8 * i + l1 % 8];
                        }
                    }
                }
                for (int32_t i1 = 0; i1 < 4; i1 += 1) {  // line 31
                    for (int32_t l = 0; l < 16; l += 1) {
                        for (int32_t l1 = 0; l1 < 16; l1 += 1) {
                            tmp1[256 * i1 + 16 * l + l1] = b[128 * g1 + (16 * l + l1) % 128 + (1024 * i + 256 * i1 + 128 * ((16 * l + l1) / 128)) * c];
                        }
                    }
                }
                for (int32_t l = 0; l < 16; l += 1) {  // line 33
                    for (int32_t l1 = 0; l1 < 16; l1 += 1) {  // line 35
                        #pragma GCC unroll 8  // line 37
                        for (int32_t i1 = 0; i1 < 8; i1 += 1) {
                            #pragma GCC unroll 8  // line 39
                            for (int32_t i2 = 0; i2 < 8; i2 += 1) {
                                #pragma GCC unroll 8  // line 41
                                for (int32_t i3 = 0; i3 < 8; i3 += 1) {
                                    sums[16384 * g * c + 16384 * g1 + 1024 * l + 64 * l1 + 8 * i2 + i3] = fmaf(tmp[8 * l + i1 + 128 * i2], tmp1[l1 + 128 * i1 + 16 * i3], sums[16384 * g * c + 16384 * g1 + 1024 * l + 64 * l1 + 8 * i2 + i3]);  // line 42
                                }
                            }
                        }
                    }
                }
            }
            for (int32_t i = 0; i < 8; i += 1) {  // line 46
                for (int32_t l = 0; l < 16; l += 1) {
                    for (int32_t i1 = 0; i1 < 8; i1 += 1) {
                        for (int32_t l1 = 0; l1 < 16; l1 += 1) {
                            out[(16384 * g + 2048 * i + 128 * l) * c + 128 * g1 + 16 * i1 + l1] = sums[16384 * g * c + 16384 * g1 + 8 * i + 1024 * l + i1 + 64 * l1];
                        }
                    }
                }
            }
        }
    }
}

