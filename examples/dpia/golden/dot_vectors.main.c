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

void main_1(  // line 9
        float* restrict out,
        const float* restrict xs,
        const float* restrict ys,
        int32_t k,
        int32_t l,
        int32_t m) {
    #pragma omp parallel for
    for (int32_t g = 0; g < m; g += 1) {
        for (int32_t l1 = 0; l1 < l; l1 += 1) {  // line 12
            float4 a = splat_float4(0.0f);  // line 13
            for (int32_t i = 0; i < k; i += 1) {  // line 12
                a += vload_float4((g * l + l1) * k + i, xs) * vload_float4((g * l + l1) * k + i, ys);  // line 13
            }
            vstore_float4(a, g * l + l1, out);  // line 12
        }
    }
}

