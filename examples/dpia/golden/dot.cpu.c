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

void cpu_1(const float* restrict xs, const float* restrict ys, float* restrict tmp, int32_t k) {  // line 27
    #pragma omp parallel for
    for (int32_t i = 0; i < 64; i += 1) {
        float16 a = splat_float16(0.0f);  // line 29
        for (int32_t i1 = 0; i1 < k; i1 += 1) {  // line 27
            a += vload_float16(i * k + i1, xs) * vload_float16(i * k + i1, ys);  // line 29
        }
        vstore_float16(a, i, tmp);  // line 27
    }
}

void cpu_2(float* restrict out, const float* restrict tmp) {  // line 26
    float a = 0.0f;  // line 31
    for (int32_t i = 0; i < 1024; i += 1) {  // line 26
        a += tmp[i];  // line 31
    }
    out[0] = a;  // line 26
}

