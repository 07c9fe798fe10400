// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

typedef float float4 __attribute__((vector_size(16)));

static inline float4 vload_float4(size_t offset, const float* p) {
    float4 v = {0};
    memcpy(&v, p + 4 * offset, 4 * sizeof *p);
    return v;
}

static inline void vstore_float4(float4 v, size_t offset, float* p) {
    memcpy(p + 4 * offset, &v, 4 * sizeof *p);
}

static inline float4 splat_float4(float x) {
    return (float4){x, x, x, x};
}

void gpu(  // line 13
        float* restrict out,
        float alpha,
        float beta,
        const float* restrict mat,
        const float* restrict xs,
        const float* restrict ys,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for  // line 10
    for (int32_t g = 0; g < n; g += 1) {
        float partial[256];  // line 13
        float partial1[128];
        float4 tmp[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 16
            float4 a = splat_float4(0.0f);
            for (int32_t i = 0; i < m; i += 1) {
                a += vload_float4(256 * g * m + l + 256 * i, mat) * vload_float4(l + 256 * i, xs);
            }
            tmp[l] = a;
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 13
            float y = 0.0f;  // line 18
            #pragma GCC unroll 4  // line 13
            for (int32_t i = 0; i < 4; i += 1) {
                y += ((float*)tmp)[l + 256 * i];  // line 18
            }
            partial[l] = y;  // line 13
        }
        for (int32_t l = 0; l < 128; l += 1) {
            partial1[l] = partial[l + 128] + partial[l];  // line 18
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 13
            partial[l] = partial1[l + 64] + partial1[l];  // line 18
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 13
            partial1[l] = partial[l + 32] + partial[l];  // line 18
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 13
            partial[l] = partial1[l + 16] + partial1[l];  // line 18
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 13
            partial1[l] = partial[l + 8] + partial[l];  // line 18
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 13
            partial[l] = partial1[l + 4] + partial1[l];  // line 18
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 13
            partial1[l] = partial[l + 2] + partial[l];  // line 18
        }
        partial[0] = partial1[1] + partial1[0];
        out[g] = alpha * partial[0] + beta * ys[g];  // line 19
    }
}

