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

static inline float4 abs_f32x4(float4 a) {
    return (float4){fabsf(a[0]), fabsf(a[1]), fabsf(a[2]), fabsf(a[3])};
}

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

void gpu_1(const float* restrict xs, float* restrict tmp, int32_t g) {  // line 15
    #pragma omp parallel for  // line 10
    for (int32_t g1 = 0; g1 < g; g1 += 1) {
        float partial[256];  // line 15
        float partial1[128];
        float4 tmp1[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 16
            float4 a = splat_float4(0.0f);
            #pragma GCC unroll 8
            for (int32_t i = 0; i < 8; i += 1) {
                a += abs_f32x4(vload_float4(256 * i * g + 256 * g1 + l, xs));
            }
            tmp1[l] = a;
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 15
            float y = 0.0f;  // line 18
            #pragma GCC unroll 4  // line 15
            for (int32_t i = 0; i < 4; i += 1) {
                y += ((float*)tmp1)[l + 256 * i];  // line 18
            }
            partial[l] = y;  // line 15
        }
        for (int32_t l = 0; l < 128; l += 1) {
            partial1[l] = partial[l + 128] + partial[l];  // line 18
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 15
            partial[l] = partial1[l + 64] + partial1[l];  // line 18
        }
        for (int32_t l = 0; l < 32; l += 1) {  // line 15
            partial1[l] = partial[l + 32] + partial[l];  // line 18
        }
        for (int32_t l = 0; l < 16; l += 1) {  // line 15
            partial[l] = partial1[l + 16] + partial1[l];  // line 18
        }
        for (int32_t l = 0; l < 8; l += 1) {  // line 15
            partial1[l] = partial[l + 8] + partial[l];  // line 18
        }
        for (int32_t l = 0; l < 4; l += 1) {  // line 15
            partial[l] = partial1[l + 4] + partial1[l];  // line 18
        }
        for (int32_t l = 0; l < 2; l += 1) {  // line 15
            partial1[l] = partial[l + 2] + partial[l];  // line 18
        }
        partial[0] = partial1[1] + partial1[0];
        tmp[g1] = partial[0];  // line 15
    }
}

void gpu_2(float* restrict out, const float* restrict tmp, int32_t g) {  // line 22
    float partial2[1024];
    float partial3[512];
    for (int32_t l = 0; l < 1024; l += 1) {
        float y = 0.0f;
        for (int32_t i = 0; i < max_i32(1, (g + 1023) / 1024); i += 1) {
            y += l + 1024 * i < g ? tmp[l + 1024 * i] : 0.0f;
        }
        partial2[l] = y;
    }
    for (int32_t l = 0; l < 512; l += 1) {
        partial3[l] = partial2[l + 512] + partial2[l];
    }
    for (int32_t l = 0; l < 256; l += 1) {
        partial2[l] = partial3[l + 256] + partial3[l];
    }
    for (int32_t l = 0; l < 128; l += 1) {
        partial3[l] = partial2[l + 128] + partial2[l];
    }
    for (int32_t l = 0; l < 64; l += 1) {
        partial2[l] = partial3[l + 64] + partial3[l];
    }
    for (int32_t l = 0; l < 32; l += 1) {
        partial3[l] = partial2[l + 32] + partial2[l];
    }
    for (int32_t l = 0; l < 16; l += 1) {
        partial2[l] = partial3[l + 16] + partial3[l];
    }
    for (int32_t l = 0; l < 8; l += 1) {
        partial3[l] = partial2[l + 8] + partial2[l];
    }
    for (int32_t l = 0; l < 4; l += 1) {
        partial2[l] = partial3[l + 4] + partial3[l];
    }
    for (int32_t l = 0; l < 2; l += 1) {
        partial3[l] = partial2[l + 2] + partial2[l];
    }
    partial2[0] = partial3[1] + partial3[0];
    out[0] = partial2[0];
}

