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

void cpu(  // line 26
        float* restrict out1,
        float* restrict out2,
        float x,
        const float* restrict x1,
        const float* restrict x2,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        float4 a = splat_float4(0.0f);  // line 27
        for (int32_t i1 = 0; i1 < n; i1 += 1) {  // line 30
            float4 d = vload_float4(i1, x1) - vload_float4(i, x1);  // line 15
            float inverse = 1.0f / sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1.0f);  // line 16
            float s = x1[4 * i1 + 3] * (inverse * inverse * inverse);  // line 17
            a += (float4){d[0] * s, d[1] * s, d[2] * s, 0.0f};  // line 27
        }
        float4 w = vload_float4(i, x2) + a * splat_float4(x);  // line 21
        vstore_float4(vload_float4(i, x1) + w * splat_float4(x), i, out1);  // line 22
        vstore_float4(w, i, out2);  // line 21
    }
}

