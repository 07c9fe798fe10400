// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int64_t div_i64(int64_t a, int64_t b) {
    if (b == 0) return 0;
    if (b == -1) return (int64_t)-(uint64_t)a;
    int64_t q = a / b;
    return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

static inline int64_t mod_i64(int64_t a, int64_t b) {
    if (b == 0 || b == -1) return 0;
    int64_t r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

// of line 91 of <prelude>/soacs.fut
void elder_kernel_0_ways_acc(int64_t* restrict out, int64_t each_1, int32_t chunks, int32_t each) {
    #pragma omp parallel for
    for (int32_t i = 0; i < chunks; i += 1) {
        int64_t own[11];  // line 91
        #pragma GCC unroll 11
        for (int32_t k = 0; k < 11; k += 1) {
            own[k] = 0l;
        }
        for (int32_t j = 0; j < each; j += 1) {
            int64_t place = (uint64_t)(int64_t)i * each_1 + (int64_t)j;
            if (place < 36l) {
                int64_t x = div_i64(place, 6l);  // line 19
                int64_t x_1 = mod_i64(place, 6l);
                int64_t x_2 = (uint64_t)x + x_1;
                if ((0l <= x_2) & (x_2 < 11l)) {  // line 91
                    const int32_t x_2_1 = (int32_t)x_2;
                    int64_t x_3 = own[x_2_1];
                    int64_t x_4 = (uint64_t)x_3 + 1l;
                    const int32_t x_2_2 = (int32_t)x_2;
                    own[x_2_2] = x_4;
                }
            }
        }
        #pragma GCC unroll 11
        for (int32_t k_1 = 0; k_1 < 11; k_1 += 1) {
            out[11 * i + k_1] = own[k_1];
        }
    }
}

// of line 91 of <prelude>/soacs.fut
void elder_kernel_1_ways_acc_1(
        int64_t* restrict out,
        const int64_t* restrict acc_1,
        const int64_t* restrict a,
        int32_t chunks) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 11; i += 1) {
        int64_t sum = 0l;
        for (int32_t j = 0; j < chunks; j += 1) {
            int64_t x = sum;
            sum = (uint64_t)x + acc_1[i + 11 * j];
        }
        int64_t x_2 = a[i];
        int64_t x_3 = (uint64_t)x_2 + sum;
        out[i] = x_3;
    }
}

// of line 91 of <prelude>/soacs.fut
void elder_kernel_2_ways_acc_2(int64_t* restrict a) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 36; i += 1) {
        int64_t x = div_i64((int64_t)i, 6l);  // line 19
        int64_t x_1 = mod_i64((int64_t)i, 6l);
        int64_t x_2 = (uint64_t)x + x_1;
        if ((0l <= x_2) & (x_2 < 11l)) {  // line 91
            const int32_t x_2_1 = (int32_t)x_2;
            __atomic_fetch_add(&a[x_2_1], 1l, __ATOMIC_RELAXED);
        }
    }
}

// of line 14 of <prelude>/soacs.fut
void elder_kernel_3_least_x(int64_t* restrict out, int64_t sum, const int64_t* restrict x) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 11; i += 1) {
        int64_t x_1 = x[i];  // line 14
        int64_t x_2 = (uint64_t)(int64_t)i + 2l;  // line 22
        bool x_3 = x_2 < sum;
        int64_t x_4 = x_3 ? 0l : x_1;
        out[i] = x_4;
    }
}

// of line 280 of <prelude>/integers.fut
void elder_kernel_4_least_x_1_1(const int64_t* restrict x_3, int64_t* restrict parts, int32_t each) {
    #pragma omp parallel for
    for (int32_t g = 0; g < 10 / each + 1; g += 1) {
        int64_t sum = 0l;  // line 280
        for (int32_t j = 0; j < each; j += 1) {
            if (g * each + j < 11) {
                int64_t x = x_3[g * each + j];
                int64_t next = (uint64_t)sum + x;
                sum = next;
            }
        }
        parts[g] = sum;
    }
}

// of line 280 of <prelude>/integers.fut
void elder_kernel_4_least_x_1_2(int64_t* restrict out, const int64_t* restrict parts, int32_t each) {
    int64_t sum = 0l;
    for (int32_t g = 0; g < 10 / each + 1; g += 1) {
        if (g == 0) {
            sum = parts[g];
        } else {
            int64_t next = (uint64_t)sum + parts[g];
            sum = next;
        }
    }
    out[0] = sum;
}

