// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef float float16 __attribute__((vector_size(64)));

static inline float16 vload_float16(size_t offset, const float* p) {
    float16 v = {0};
    memcpy(&v, p + 16 * offset, 16 * sizeof *p);
    return v;
}

static inline void vstore_float16(float16 v, size_t offset, float* p) {
    memcpy(p + 16 * offset, &v, 16 * sizeof *p);
}

static inline float16 splat_float16(float x) {
    return (float16){x, x, x, x, x, x, x, x, x, x, x, x, x, x, x, x};
}

static inline float16 fma_f32x16(float16 a, float16 b, float16 c) {
    return (float16){fmaf(a[0], b[0], c[0]), fmaf(a[1], b[1], c[1]), fmaf(a[2], b[2], c[2]), fmaf(a[3], b[3], c[3]), fmaf(a[4], b[4], c[4]), fmaf(a[5], b[5], c[5]), fmaf(a[6], b[6], c[6]), fmaf(a[7], b[7], c[7]), fmaf(a[8], b[8], c[8]), fmaf(a[9], b[9], c[9]), fmaf(a[10], b[10], c[10]), fmaf(a[11], b[11], c[11]), fmaf(a[12], b[12], c[12]), fmaf(a[13], b[13], c[13]), fmaf(a[14], b[14], c[14]), fmaf(a[15], b[15], c[15])};
}

void cpu(  // line 53
        float* restrict out,
        const float* restrict a,
        const float* restrict b,
        int32_t c,
        int32_t k,
        int32_t r) {
    #pragma omp parallel for
    for (int32_t i = 0; i < c; i += 1) {
        for (int32_t i1 = 0; i1 < r; i1 += 1) {  // line 55
            float16 sums[16];  // line 57
            #pragma GCC unroll 8  // line 63
            for (int32_t i2 = 0; i2 < 8; i2 += 1) {
                #pragma GCC unroll 2
                for (int32_t i3 = 0; i3 < 2; i3 += 1) {
                    sums[2 * i2 + i3] = splat_float16(0.0f);
                }
            }
            for (int32_t i2 = 0; i2 < k; i2 += 1) {  // line 57
                #pragma GCC unroll 8  // line 59
                for (int32_t i3 = 0; i3 < 8; i3 += 1) {
                    #pragma GCC unroll 2  // line 61
                    for (int32_t i4 = 0; i4 < 2; i4 += 1) {
                        sums[2 * i3 + i4] = fma_f32x16(splat_float16(a[(8 * i1 + i3) * k + i2]), vload_float16(2 * i2 * c + 2 * i + i4, b), sums[2 * i3 + i4]);  // line 62
                    }
                }
            }
            #pragma GCC unroll 8  // line 57
            for (int32_t i2 = 0; i2 < 8; i2 += 1) {
                #pragma GCC unroll 2
                for (int32_t i3 = 0; i3 < 2; i3 += 1) {
                    vstore_float16(sums[2 * i2 + i3], 2 * i + i3 + (16 * i1 + 2 * i2) * c, out);
                }
            }
        }
    }
}

