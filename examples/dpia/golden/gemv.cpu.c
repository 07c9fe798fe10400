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

void cpu(  // line 24
        float* restrict out,
        float alpha,
        float beta,
        const float* restrict mat,
        const float* restrict xs,
        const float* restrict ys,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        float16 a = splat_float16(0.0f);  // line 28
        for (int32_t i1 = 0; i1 < m; i1 += 1) {  // line 27
            a += vload_float16(i * m + i1, mat) * vload_float16(i1, xs);  // line 28
        }
        float a1 = 0.0f;  // line 29
        #pragma GCC unroll 16
        for (int32_t i1 = 0; i1 < 16; i1 += 1) {
            a1 += ((float*)&a)[i1];
        }
        out[i] = alpha * a1 + beta * ys[i];
    }
}

