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

void gpu(  // line 26
        float* restrict out1,
        float* restrict out2,
        float dt,
        const float* restrict bodies,
        const float* restrict speeds,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        float4 a = splat_float4(0.0f);  // line 27
        for (int32_t i1 = 0; i1 < n; i1 += 1) {  // line 25
            float4 d = vload_float4(i1, bodies) - vload_float4(i, bodies);  // line 15
            float inverse = 1.0f / sqrtf(d[0] * d[0] + d[1] * d[1] + d[2] * d[2] + 1.0f);  // line 16
            float s = bodies[4 * i1 + 3] * (inverse * inverse * inverse);  // line 17
            a += (float4){d[0] * s, d[1] * s, d[2] * s, 0.0f};  // line 27
        }
        float4 w = vload_float4(i, speeds) + a * splat_float4(dt);  // line 21
        vstore_float4(vload_float4(i, bodies) + w * splat_float4(dt), i, out1);  // line 22
        vstore_float4(w, i, out2);  // line 21
    }
}

