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

void cpu(float* restrict out, float alpha, const float* restrict xs, int32_t n) {  // line 15
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        vstore_float16(splat_float16(alpha) * vload_float16(i, xs), i, out);  // line 16
    }
}

