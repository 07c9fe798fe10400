// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

// of line 7 of <prelude>/soacs.fut
void elder_kernel_0_main_x(uint8_t* restrict out, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        bool x = (int64_t)i > 1l;  // line 10
        out[i] = x;
    }
}

// of line 11
void elder_kernel_1_main_x_1(int64_t* restrict out, int32_t i) {
    #pragma omp parallel for
    for (int32_t i1 = 0; i1 < i; i1 += 1) {
        int64_t i_2 = (uint64_t)2l + (int64_t)i1;  // line 11
        out[i1] = i_2;
    }
}

#define atomic_set_bool elder_2_atomic_set_bool
static inline void atomic_set_bool(uint8_t* cell, bool x) {
    uint8_t seen = __atomic_load_n((uint8_t*)cell, __ATOMIC_RELAXED);
    while (true) {
        const uint8_t old = seen;
        const uint8_t new = (uint8_t)x;
        seen = __sync_val_compare_and_swap((uint8_t*)cell, old, new);
        if (seen == old) {
            break;
        }
    }
}

// of line 71 of <prelude>/soacs.fut
void elder_kernel_2_main_acc(uint8_t* restrict sieve, int64_t i_2, int64_t x, int64_t n, int32_t i) {
    #pragma omp parallel for
    for (int32_t i1 = 0; i1 < i; i1 += 1) {
        int64_t i_3 = (uint64_t)(int64_t)i1 * i_2;  // line 13
        int64_t i_4 = (uint64_t)x + i_3;
        if ((0l <= i_4) & (i_4 < n)) {  // line 71
            const int32_t i_4_1 = (int32_t)i_4;
            atomic_set_bool(&sieve[i_4_1], false);
        }
    }
}

#undef atomic_set_bool
// of line 54 of <prelude>/soacs.fut
void elder_kernel_3_main_d_1(
        const uint8_t* restrict sieve,
        int64_t* restrict parts,
        int32_t n,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (16 * tiles + n - 1) / (16 * tiles); g += 1) {
        int64_t lanes[16];
        #pragma GCC unroll 16
        for (int32_t l = 0; l < 16; l += 1) {
            lanes[l] = 0l;  // line 54
        }
        for (int32_t a = 0; a < tiles; a += 1) {
            if (16 * g * tiles + 16 * a + 16 <= n) {
                #pragma GCC unroll 16
                for (int32_t l = 0; l < 16; l += 1) {
                    bool x_2 = sieve[16 * g * tiles + 16 * a + l];  // line 16
                    int64_t x = (int64_t)x_2;  // line 54
                    int64_t next = (uint64_t)lanes[l] + x;
                    lanes[l] = next;
                }
            } else {
                #pragma GCC unroll 16
                for (int32_t l = 0; l < 16; l += 1) {
                    if (16 * g * tiles + 16 * a + l < n) {
                        bool x_2 = sieve[16 * g * tiles + 16 * a + l];  // line 16
                        int64_t x = (int64_t)x_2;  // line 54
                        int64_t next = (uint64_t)lanes[l] + x;
                        lanes[l] = next;
                    }
                }
            }
        }
        int64_t sum = 0l;
        #pragma GCC unroll 16
        for (int32_t l = 0; l < 16; l += 1) {
            int64_t next = (uint64_t)sum + lanes[l];
            sum = next;
        }
        parts[g] = sum;
    }
}

// of line 54 of <prelude>/soacs.fut
void elder_kernel_3_main_d_2(
        int64_t* restrict out,
        const int64_t* restrict parts,
        int32_t n,
        int32_t tiles) {
    int64_t sum = 0l;
    for (int32_t g = 0; g < (16 * tiles + n - 1) / (16 * tiles); g += 1) {
        if (g == 0) {
            sum = parts[g];
        } else {
            int64_t next = (uint64_t)sum + parts[g];
            sum = next;
        }
    }
    out[0] = sum;
}

// of line 54 of <prelude>/soacs.fut
void elder_kernel_4_main_d_1_1(
        const uint8_t* restrict sieve,
        int64_t* restrict sums,
        int32_t n,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (16 * tiles + n - 1) / (16 * tiles); g += 1) {
        int64_t lanes[16];
        #pragma GCC unroll 16
        for (int32_t l = 0; l < 16; l += 1) {
            lanes[l] = 0l;
        }
        for (int32_t a = 0; a < tiles; a += 1) {
            if (16 * g * tiles + 16 * a + 16 <= n) {
                #pragma GCC unroll 16
                for (int32_t l = 0; l < 16; l += 1) {
                    bool x_2 = sieve[16 * g * tiles + 16 * a + l];  // line 16
                    int64_t x = (int64_t)x_2;  // line 54
                    int64_t next = (uint64_t)lanes[l] + x;
                    lanes[l] = next;
                }
            }
        }
        int64_t sum = 0l;
        #pragma GCC unroll 16
        for (int32_t l = 0; l < 16; l += 1) {
            int64_t next = (uint64_t)sum + lanes[l];
            sum = next;
        }
        sums[g] = sum;
    }
}

// of line 54 of <prelude>/soacs.fut
void elder_kernel_4_main_d_1_2(
        const int64_t* restrict sums,
        int64_t* restrict before,
        int32_t n,
        int32_t tiles) {
    int64_t sum = 0l;
    for (int32_t g = 0; g < (16 * tiles + n - 1) / (16 * tiles); g += 1) {
        before[g] = sum;
        if (g == 0) {
            sum = sums[g];
        } else {
            int64_t next = (uint64_t)sum + sums[g];
            sum = next;
        }
    }
}

// of line 54 of <prelude>/soacs.fut
void elder_kernel_4_main_d_1_3(
        int64_t* restrict out,
        const uint8_t* restrict sieve,
        const int64_t* restrict before,
        int32_t n,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (16 * tiles + n - 1) / (16 * tiles); g += 1) {
        int64_t sum = before[g];
        for (int32_t j = 0; j < 16 * tiles; j += 1) {
            if (16 * g * tiles + j < n) {
                bool x_2 = sieve[16 * g * tiles + j];  // line 16
                int64_t x = (int64_t)x_2;  // line 54
                int64_t next = (uint64_t)sum + x;
                sum = next;
                out[16 * g * tiles + j] = sum;
            }
        }
    }
}

// of line 54 of <prelude>/soacs.fut
void elder_kernel_5_main_d_2(
        int64_t* restrict out,
        const int64_t* restrict d,
        const uint8_t* restrict sieve,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        bool x = sieve[i];  // line 16
        int64_t k = (int64_t)x;  // line 54
        int64_t n_1 = (uint64_t)d[i] * k;
        int64_t n_2 = (uint64_t)n_1 - 1l;
        out[i] = n_2;
    }
}

#define atomic_set_i64 elder_6_atomic_set_i64
static inline void atomic_set_i64(int64_t* cell, int64_t x) {
    uint64_t seen = __atomic_load_n((uint64_t*)cell, __ATOMIC_RELAXED);
    while (true) {
        const uint64_t old = seen;
        const uint64_t new = (uint64_t)x;
        seen = __sync_val_compare_and_swap((uint64_t*)cell, old, new);
        if (seen == old) {
            break;
        }
    }
}

// of line 54 of <prelude>/soacs.fut
void elder_kernel_6_main_acc_1(
        int64_t* restrict blank,
        int64_t d_1,
        const int64_t* restrict d,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t x = d[i];
        if ((0l <= x) & (x < d_1)) {
            const int32_t x1 = (int32_t)x;
            atomic_set_i64(&blank[x1], (int64_t)i);
        }
    }
}

#undef atomic_set_i64
