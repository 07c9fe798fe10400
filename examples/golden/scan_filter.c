// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int64_t mod_i64(int64_t a, int64_t b) {
    if (b == 0 || b == -1) return 0;
    int64_t r = a % b;
    return r != 0 && (r < 0) != (b < 0) ? r + b : r;
}

// of line 38 of <prelude>/soacs.fut
void elder_kernel_0_main_x(int64_t* restrict out, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t x = (uint64_t)(int64_t)i * (int64_t)i;  // line 11
        int64_t x_1 = mod_i64(x, 7l);
        out[i] = x_1;
    }
}

// of line 38 of <prelude>/soacs.fut
void elder_kernel_1_main_x_1_1(
        const int64_t* restrict x_3,
        int64_t* restrict sums,
        int32_t n,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (16 * tiles + n - 1) / (16 * tiles); g += 1) {
        int64_t lanes[16];
        #pragma GCC unroll 16
        for (int32_t l = 0; l < 16; l += 1) {
            lanes[l] = 0l;  // line 38
        }
        for (int32_t a = 0; a < tiles; a += 1) {
            if (16 * g * tiles + 16 * a + 16 <= n) {
                #pragma GCC unroll 16
                for (int32_t l = 0; l < 16; l += 1) {
                    int64_t x = x_3[16 * g * tiles + 16 * a + l];
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

// of line 38 of <prelude>/soacs.fut
void elder_kernel_1_main_x_1_2(
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

// of line 38 of <prelude>/soacs.fut
void elder_kernel_1_main_x_1_3(
        int64_t* restrict out,
        const int64_t* restrict x_3,
        const int64_t* restrict before,
        int32_t n,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (16 * tiles + n - 1) / (16 * tiles); g += 1) {
        int64_t sum = before[g];
        for (int32_t j = 0; j < 16 * tiles; j += 1) {
            if (16 * g * tiles + j < n) {
                int64_t x = x_3[16 * g * tiles + j];
                int64_t next = (uint64_t)sum + x;
                sum = next;
                out[16 * g * tiles + j] = sum;
            }
        }
    }
}

// of line 54 of <prelude>/soacs.fut
void elder_kernel_2_main_d(
        int64_t* restrict out_1,
        int64_t* restrict out_2,
        int64_t* restrict out_3,
        const int64_t* restrict x,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t x_1 = x[i];  // line 54
        int64_t x_2 = mod_i64(x_1, 2l);  // line 11
        bool x_3 = x_2 == 0l;
        int64_t k = (int64_t)x_3;  // line 54
        out_1[i] = k;
        out_2[i] = k;
        out_3[i] = k;
    }
}

// of line 54 of <prelude>/soacs.fut
void elder_kernel_3_main_d_1_1(
        const int64_t* restrict d,
        int64_t* restrict parts,
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
                    int64_t x = d[16 * g * tiles + 16 * a + l];
                    int64_t next = (uint64_t)lanes[l] + x;
                    lanes[l] = next;
                }
            } else {
                #pragma GCC unroll 16
                for (int32_t l = 0; l < 16; l += 1) {
                    if (16 * g * tiles + 16 * a + l < n) {
                        int64_t x = d[16 * g * tiles + 16 * a + l];
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
void elder_kernel_3_main_d_1_2(
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
void elder_kernel_4_main_d_3(
        int64_t* restrict out,
        const int64_t* restrict d,
        const int64_t* restrict d_1,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t n_1 = (uint64_t)d[i] * d_1[i];
        int64_t n_2 = (uint64_t)n_1 - 1l;
        out[i] = n_2;
    }
}

#define atomic_set_i64 elder_5_atomic_set_i64
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
void elder_kernel_5_main_acc(
        int64_t* restrict blank,
        int64_t d_1,
        const int64_t* restrict d,
        const int64_t* restrict x_1,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t x = d[i];
        int64_t x_2 = x_1[i];
        if ((0l <= x) & (x < d_1)) {
            const int32_t x1 = (int32_t)x;
            atomic_set_i64(&blank[x1], x_2);
        }
    }
}

#undef atomic_set_i64
// of line 280 of <prelude>/integers.fut
void elder_kernel_6_main_x_2_1(
        const int64_t* restrict blank,
        int64_t* restrict parts,
        int32_t d,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (16 * tiles + d - 1) / (16 * tiles); g += 1) {
        int64_t lanes[16];
        #pragma GCC unroll 16
        for (int32_t l = 0; l < 16; l += 1) {
            lanes[l] = 0l;  // line 280
        }
        for (int32_t a = 0; a < tiles; a += 1) {
            if (16 * g * tiles + 16 * a + 16 <= d) {
                #pragma GCC unroll 16
                for (int32_t l = 0; l < 16; l += 1) {
                    int64_t x = blank[16 * g * tiles + 16 * a + l];
                    int64_t next = (uint64_t)lanes[l] + x;
                    lanes[l] = next;
                }
            } else {
                #pragma GCC unroll 16
                for (int32_t l = 0; l < 16; l += 1) {
                    if (16 * g * tiles + 16 * a + l < d) {
                        int64_t x = blank[16 * g * tiles + 16 * a + l];
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

// of line 280 of <prelude>/integers.fut
void elder_kernel_6_main_x_2_2(
        int64_t* restrict out,
        const int64_t* restrict parts,
        int32_t d,
        int32_t tiles) {
    int64_t sum = 0l;
    for (int32_t g = 0; g < (16 * tiles + d - 1) / (16 * tiles); g += 1) {
        if (g == 0) {
            sum = parts[g];
        } else {
            int64_t next = (uint64_t)sum + parts[g];
            sum = next;
        }
    }
    out[0] = sum;
}

