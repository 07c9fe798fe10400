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
        float4 tmp[256];  // line 13
        float partial[256];
        float partial1[128];
        float partial2[64];
        float partial3[32];
        float partial4[16];
        float partial5[8];
        float partial6[4];
        float partial7[2];
        float partial8[1];
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
            partial2[l] = partial1[l + 64] + partial1[l];  // line 18
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 13
            partial3[l] = partial2[l + 32] + partial2[l];  // line 18
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 13
            partial4[l] = partial3[l + 16] + partial3[l];  // line 18
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 13
            partial5[l] = partial4[l + 8] + partial4[l];  // line 18
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 13
            partial6[l] = partial5[l + 4] + partial5[l];  // line 18
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 13
            partial7[l] = partial6[l + 2] + partial6[l];  // line 18
        }
        partial8[0] = partial7[1] + partial7[0];
        out[g] = alpha * partial8[0] + beta * ys[g];  // line 19
    }
}

