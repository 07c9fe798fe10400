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

void gpu(float* restrict out, float alpha, const float* restrict xs, int32_t n) {  // line 9
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        vstore_float4(splat_float4(alpha) * vload_float4(i, xs), i, out);  // line 10
    }
}

