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

static inline float16 abs_f32x16(float16 a) {
    return (float16){fabsf(a[0]), fabsf(a[1]), fabsf(a[2]), fabsf(a[3]), fabsf(a[4]), fabsf(a[5]), fabsf(a[6]), fabsf(a[7]), fabsf(a[8]), fabsf(a[9]), fabsf(a[10]), fabsf(a[11]), fabsf(a[12]), fabsf(a[13]), fabsf(a[14]), fabsf(a[15])};
}

void cpu_1(const float* restrict xs, float* restrict tmp, int32_t k) {  // line 27
    #pragma omp parallel for
    for (int32_t i = 0; i < 64; i += 1) {
        float16 a = splat_float16(0.0f);  // line 29
        for (int32_t i1 = 0; i1 < k; i1 += 1) {  // line 27
            a += abs_f32x16(vload_float16(i * k + i1, xs));  // line 29
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

