// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

static inline int64_t rem_i64(int64_t a, int64_t b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline int64_t quot_i64(int64_t a, int64_t b) {
    if (b == 0) return 0;
    return b == -1 ? (int64_t)-(uint64_t)a : a / b;
}

static inline double from_bits_u64(uint64_t a) {
    double bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

static inline uint64_t to_bits_f64(double a) {
    uint64_t bits;
    memcpy(&bits, &a, sizeof bits);
    return bits;
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_0_main_x_outer(
        int64_t* restrict out,
        int64_t k_1,
        double x_9,
        const double* restrict points,
        const double* restrict centres,
        int32_t d,
        int32_t k,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        double* restrict blank = malloc((uint64_t)k * 8);  // line 7
        for (int32_t j = 0; j < k; j += 1) {
            double* restrict blank_1 = malloc((uint64_t)d * 8);
            for (int32_t j_1 = 0; j_1 < d; j_1 += 1) {  // line 14
                double x = points[i * d + j_1];
                double x_1 = centres[j * d + j_1];
                double x_2 = x - x_1;  // line 9
                double x_3 = x_2 * x_2;
                blank_1[j_1] = x_3;
            }
            double x_4 = 0.0;  // line 111
            for (int32_t j_2 = 0; j_2 < d; j_2 += 1) {
                double x_5 = x_4;  // line 7
                double x_6 = blank_1[j_2];  // line 111
                x_4 = x_5 + x_6;
            }
            blank[j] = x_4;  // line 7
            free(blank_1);
        }
        int64_t x_8 = k_1;
        double x_10 = x_9;
        for (int32_t j_3 = 0; j_3 < k; j_3 += 1) {  // line 30
            int64_t x_11 = x_8;  // line 7
            double x_12 = x_10;
            int64_t x_13 = (int64_t)j_3;  // line 30
            double x_14 = blank[j_3];
            bool x_15 = x_14 < x_12;  // line 12
            bool tmp;
            if (x_15) {
                tmp = true;
            } else {
                bool x_16 = x_14 == x_12;
                bool x_17 = x_13 < x_11;
                tmp = x_16 ? x_17 : false;
            }
            x_8 = tmp ? x_13 : x_11;
            x_10 = tmp ? x_14 : x_12;
        }
        out[i] = x_8;  // line 7
        free(blank);
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_1_main_x_outer_1(
        double* restrict out,
        const double* restrict points,
        const double* restrict centres,
        int32_t d,
        int32_t k,
        int32_t n) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n; i += 1) {
        for (int32_t j = 0; j < k; j += 1) {
            double* restrict blank = malloc((uint64_t)d * 8);
            for (int32_t v_j1 = 0; v_j1 < d; v_j1 += 1) {  // line 14
                double x = points[i * d + v_j1];
                double x_1 = centres[j * d + v_j1];
                double x_2 = x - x_1;  // line 9
                double x_3 = x_2 * x_2;
                blank[v_j1] = x_3;
            }
            double x_4 = 0.0;  // line 111
            for (int32_t j_1 = 0; j_1 < d; j_1 += 1) {
                double x_5 = x_4;  // line 7
                double x_6 = blank[j_1];  // line 111
                x_4 = x_5 + x_6;
            }
            out[i * k + j] = x_4;  // line 7
            free(blank);
        }
    }
}

// of line 14 of <prelude>/soacs.fut
void elder_kernel_2_main_x(
        double* restrict out,
        int64_t d,
        int64_t k,
        const double* restrict points,
        const double* restrict centres,
        int32_t* restrict failure,
        int32_t count) {
    #pragma omp parallel for
    for (int32_t i = 0; i < count; i += 1) {
        if (d == (int64_t)0) {  // line 14
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        int64_t i_1 = rem_i64((int64_t)i, d);
        if (d == (int64_t)0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        int64_t q = quot_i64((int64_t)i, d);
        if (k == (int64_t)0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        int64_t i_2 = rem_i64(q, k);
        if (k == (int64_t)0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        int64_t q_1 = quot_i64(q, k);
        const int32_t at = (int32_t)(int64_t)(i_1 + (uint64_t)d * q_1);
        double x = points[at];
        const int32_t at1 = (int32_t)(int64_t)(i_1 + (uint64_t)d * i_2);
        double x_1 = centres[at1];
        double x_2 = x - x_1;  // line 9
        double x_3 = x_2 * x_2;
        out[i] = x_3;
    }
}

// of line 111 of <prelude>/floats.fut
void elder_kernel_3_main_x_1_1(
        int64_t k,
        const double* restrict x_3,
        double* restrict parts,
        int32_t* restrict failure,
        int32_t count,
        int32_t d,
        int32_t tiles) {
    if (failure[0] != 0) {
        return;
    }
    #pragma omp parallel for collapse(2)
    for (int32_t s = 0; s < count; s += 1) {
        for (int32_t g = 0; g < (16 * tiles + d - 1) / (16 * tiles); g += 1) {
            double lanes[16];
            #pragma GCC unroll 16
            for (int32_t l = 0; l < 16; l += 1) {
                lanes[l] = 0.0;  // line 111
            }
            for (int32_t a = 0; a < tiles; a += 1) {
                if (16 * g * tiles + 16 * a + 16 <= d) {
                    #pragma GCC unroll 16
                    for (int32_t l = 0; l < 16; l += 1) {
                        if (k == (int64_t)0) {
                            __sync_val_compare_and_swap(failure, 0, 1);
                        }
                        int64_t i_2 = rem_i64((int64_t)s, k);
                        if (k == (int64_t)0) {
                            __sync_val_compare_and_swap(failure, 0, 1);
                        }
                        int64_t q = quot_i64((int64_t)s, k);
                        const int32_t at = (int32_t)(int64_t)((int64_t)(16 * g * tiles + 16 * a + l) + (uint64_t)(int64_t)d * i_2 + (uint64_t)(int64_t)d * k * q);
                        double x = x_3[at];
                        double next = lanes[l] + x;
                        lanes[l] = next;
                    }
                } else {
                    #pragma GCC unroll 16
                    for (int32_t l = 0; l < 16; l += 1) {
                        if (16 * g * tiles + 16 * a + l < d) {
                            if (k == (int64_t)0) {
                                __sync_val_compare_and_swap(failure, 0, 1);
                            }
                            int64_t i_2 = rem_i64((int64_t)s, k);
                            if (k == (int64_t)0) {
                                __sync_val_compare_and_swap(failure, 0, 1);
                            }
                            int64_t q = quot_i64((int64_t)s, k);
                            const int32_t at = (int32_t)(int64_t)((int64_t)(16 * g * tiles + 16 * a + l) + (uint64_t)(int64_t)d * i_2 + (uint64_t)(int64_t)d * k * q);
                            double x = x_3[at];
                            double next = lanes[l] + x;
                            lanes[l] = next;
                        }
                    }
                }
            }
            double sum = 0.0;
            #pragma GCC unroll 16
            for (int32_t l = 0; l < 16; l += 1) {
                double next = sum + lanes[l];
                sum = next;
            }
            parts[s * ((16 * tiles + d - 1) / (16 * tiles)) + g] = sum;
        }
    }
}

// of line 111 of <prelude>/floats.fut
void elder_kernel_3_main_x_1_2(
        double* restrict out,
        const double* restrict parts,
        int32_t count,
        int32_t d,
        int32_t tiles) {
    #pragma omp parallel for
    for (int32_t s = 0; s < count; s += 1) {
        double sum = 0.0;
        for (int32_t g = 0; g < (16 * tiles + d - 1) / (16 * tiles); g += 1) {
            if (g == 0) {
                sum = parts[s * ((16 * tiles + d - 1) / (16 * tiles)) + g];
            } else {
                double next = sum + parts[s * ((16 * tiles + d - 1) / (16 * tiles)) + g];
                sum = next;
            }
        }
        out[s] = sum;
    }
}

// of line 111 of <prelude>/floats.fut
void elder_kernel_4_main_x_2(
        double* restrict out,
        int64_t k_1,
        const double* restrict x,
        int32_t d,
        int32_t k,
        int32_t n) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < n; i += 1) {
        for (int32_t j = 0; j < k; j += 1) {
            double sum = 0.0;
            for (int32_t v_j1 = 0; v_j1 < d; v_j1 += 1) {
                const int32_t at = (int32_t)(int64_t)((int64_t)v_j1 + (uint64_t)(int64_t)d * (int64_t)j + (uint64_t)(int64_t)d * k_1 * (int64_t)i);
                double x_1 = x[at];
                double x_2 = sum;
                sum = x_2 + x_1;
            }
            out[i * k + j] = sum;
        }
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_5_main_x_3(
        int64_t* restrict out,
        int64_t k,
        double x_2,
        const double* restrict x,
        int32_t k_1,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t x_1 = k;  // line 7
        double x_3 = x_2;
        for (int32_t j = 0; j < k_1; j += 1) {  // line 30
            int64_t x_4 = x_1;  // line 7
            double x_5 = x_3;
            int64_t x_6 = (int64_t)j;  // line 30
            const int32_t at = (int32_t)(int64_t)((int64_t)j + (uint64_t)k * (int64_t)i);
            double x_7 = x[at];
            bool x_8 = x_7 < x_5;  // line 12
            bool tmp;
            if (x_8) {
                tmp = true;
            } else {
                bool x_9 = x_7 == x_5;
                bool x_10 = x_6 < x_4;
                tmp = x_9 ? x_10 : false;
            }
            x_1 = tmp ? x_6 : x_4;
            x_3 = tmp ? x_7 : x_5;
        }
        out[i] = x_1;  // line 7
    }
}

// of line 52 of <prelude>/array.fut
void elder_kernel_6_main_a(double* restrict out, const double* restrict a, int32_t d, int32_t k) {
    #pragma omp parallel for collapse(2)
    for (int32_t i = 0; i < k; i += 1) {
        for (int32_t j = 0; j < d; j += 1) {
            out[i * d + j] = a[j];  // line 52
        }
    }
}

// of line 91 of <prelude>/soacs.fut
void elder_kernel_7_main_acc(
        double* restrict out,
        int64_t each_1,
        int64_t n,
        int64_t k_3,
        const double* restrict a,
        const int64_t* restrict x,
        const double* restrict points,
        int32_t chunks,
        int32_t count,
        int32_t d,
        int32_t each,
        int32_t k) {
    #pragma omp parallel for
    for (int32_t i = 0; i < chunks; i += 1) {
        double* restrict own = malloc((uint64_t)count * 8);  // line 91
        for (int32_t k_1 = 0; k_1 < k; k_1 += 1) {
            for (int32_t k_2 = 0; k_2 < d; k_2 += 1) {
                own[k_1 * d + k_2] = a[k_2];
            }
        }
        for (int32_t j = 0; j < each; j += 1) {
            int64_t place = (uint64_t)(int64_t)i * each_1 + (int64_t)j;
            if (place < n) {
                const int32_t place1 = (int32_t)place;
                int64_t x_1 = x[place1];
                if ((0l <= x_1) & (x_1 < k_3)) {
                    double* restrict old = malloc((uint64_t)d * 8);
                    for (int32_t k_4 = 0; k_4 < d; k_4 += 1) {
                        const int32_t at = (int32_t)(int64_t)((int64_t)k_4 + (uint64_t)(int64_t)d * x_1);
                        old[k_4] = own[at];
                    }
                    double* restrict blank = malloc((uint64_t)d * 8);
                    for (int32_t j_1 = 0; j_1 < d; j_1 += 1) {  // line 14
                        double x_2 = old[j_1];
                        const int32_t at = (int32_t)(int64_t)((int64_t)j_1 + (uint64_t)(int64_t)d * place);
                        double x_3 = points[at];
                        double x_4 = x_2 + x_3;
                        blank[j_1] = x_4;
                    }
                    for (int32_t k_5 = 0; k_5 < d; k_5 += 1) {  // line 91
                        const int32_t at = (int32_t)(int64_t)((int64_t)k_5 + (uint64_t)(int64_t)d * x_1);
                        own[at] = blank[k_5];
                    }
                    free(blank);
                    free(old);
                }
            }
        }
        for (int32_t k_6 = 0; k_6 < k; k_6 += 1) {
            for (int32_t k_7 = 0; k_7 < d; k_7 += 1) {
                out[i * count + k_6 * d + k_7] = own[k_6 * d + k_7];
            }
        }
        free(own);
    }
}

// of line 91 of <prelude>/soacs.fut
void elder_kernel_8_main_acc_1(
        double* restrict out,
        int64_t k_2,
        const double* restrict a,
        const double* restrict acc_1,
        const double* restrict a_1,
        int32_t chunks,
        int32_t d,
        int32_t k) {
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        double* restrict sum = malloc((uint64_t)d * 8);
        for (int32_t k_1 = 0; k_1 < d; k_1 += 1) {
            sum[k_1] = a[k_1];
        }
        for (int32_t j = 0; j < chunks; j += 1) {
            double* restrict blank = malloc((uint64_t)d * 8);
            for (int32_t j_1 = 0; j_1 < d; j_1 += 1) {  // line 14
                double x = sum[j_1];
                const int32_t at = (int32_t)(int64_t)((int64_t)j_1 + (uint64_t)(int64_t)d * (int64_t)i + (uint64_t)(int64_t)d * k_2 * (int64_t)j);
                double x_1 = acc_1[at];
                double x_2 = x + x_1;
                blank[j_1] = x_2;
            }
            for (int32_t k_3 = 0; k_3 < d; k_3 += 1) {  // line 91
                sum[k_3] = blank[k_3];
            }
            free(blank);
        }
        double* restrict blank_1 = malloc((uint64_t)d * 8);
        for (int32_t j_2 = 0; j_2 < d; j_2 += 1) {  // line 14
            double x_3 = a_1[i * d + j_2];
            double x_4 = sum[j_2];
            double x_5 = x_3 + x_4;
            blank_1[j_2] = x_5;
        }
        for (int32_t k_4 = 0; k_4 < d; k_4 += 1) {  // line 91
            out[i * d + k_4] = blank_1[k_4];
        }
        free(blank_1);
        free(sum);
    }
}

#define atomic_add_f64 elder_9_atomic_add_f64
static inline void atomic_add_f64(double* cell, double x) {
    uint64_t seen = __atomic_load_n((uint64_t*)cell, __ATOMIC_RELAXED);
    while (true) {
        const uint64_t old = seen;
        const uint64_t new = to_bits_f64(from_bits_u64(old) + x);
        seen = __sync_val_compare_and_swap((uint64_t*)cell, old, new);
        if (seen == old) {
            break;
        }
    }
}

// of line 91 of <prelude>/soacs.fut
void elder_kernel_9_main_acc_2(
        double* restrict a,
        int64_t k,
        const int64_t* restrict x,
        const double* restrict points,
        int32_t d,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t x_1 = x[i];
        if ((0l <= x_1) & (x_1 < k)) {
            for (int32_t k_1 = 0; k_1 < d; k_1 += 1) {
                const int32_t at = (int32_t)(int64_t)((int64_t)k_1 + (uint64_t)(int64_t)d * x_1);
                atomic_add_f64(&a[at], points[i * d + k_1]);
            }
        }
    }
}

#undef atomic_add_f64
// of line 91 of <prelude>/soacs.fut
void elder_kernel_10_main_acc_3(
        int64_t* restrict out,
        int64_t each_1,
        int64_t n,
        int64_t k_2,
        const int64_t* restrict x,
        int32_t chunks,
        int32_t each,
        int32_t k) {
    #pragma omp parallel for
    for (int32_t i = 0; i < chunks; i += 1) {
        int64_t* restrict own = malloc((uint64_t)k * 8);
        for (int32_t k_1 = 0; k_1 < k; k_1 += 1) {
            own[k_1] = 0l;
        }
        for (int32_t j = 0; j < each; j += 1) {
            int64_t place = (uint64_t)(int64_t)i * each_1 + (int64_t)j;
            if (place < n) {
                const int32_t place1 = (int32_t)place;
                int64_t x_1 = x[place1];
                if ((0l <= x_1) & (x_1 < k_2)) {
                    const int32_t x_1_1 = (int32_t)x_1;
                    int64_t x_2 = own[x_1_1];
                    int64_t x_3 = (uint64_t)x_2 + 1l;
                    const int32_t x_1_2 = (int32_t)x_1;
                    own[x_1_2] = x_3;
                }
            }
        }
        for (int32_t k_3 = 0; k_3 < k; k_3 += 1) {
            out[i * k + k_3] = own[k_3];
        }
        free(own);
    }
}

// of line 91 of <prelude>/soacs.fut
void elder_kernel_11_main_acc_4(
        int64_t* restrict out,
        int64_t k_1,
        const int64_t* restrict acc_1,
        const int64_t* restrict a,
        int32_t chunks,
        int32_t k) {
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        int64_t sum = 0l;
        for (int32_t j = 0; j < chunks; j += 1) {
            int64_t x = sum;
            const int32_t at = (int32_t)(int64_t)((int64_t)i + (uint64_t)k_1 * (int64_t)j);
            sum = (uint64_t)x + acc_1[at];
        }
        int64_t x_2 = a[i];
        int64_t x_3 = (uint64_t)x_2 + sum;
        out[i] = x_3;
    }
}

// of line 91 of <prelude>/soacs.fut
void elder_kernel_12_main_acc_5(int64_t* restrict a, int64_t k, const int64_t* restrict x, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t x_1 = x[i];
        if ((0l <= x_1) & (x_1 < k)) {
            const int32_t x_1_1 = (int32_t)x_1;
            __atomic_fetch_add(&a[x_1_1], 1l, __ATOMIC_RELAXED);
        }
    }
}

// of line 18 of <prelude>/soacs.fut
void elder_kernel_13_main_x_4(
        double* restrict out,
        const double* restrict a,
        const int64_t* restrict a_1,
        const double* restrict centres,
        int32_t d,
        int32_t k) {
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        int64_t x = a_1[i];  // line 18
        bool x_1 = x == 0l;  // line 22
        double* restrict x_5 = malloc((uint64_t)d * 8);  // line 18
        if (x_1) {  // line 22
            for (int32_t k_1 = 0; k_1 < d; k_1 += 1) {
                x_5[k_1] = centres[i * d + k_1];
            }
        } else {
            double x_2 = (double)x;
            double* restrict blank = malloc((uint64_t)d * 8);
            for (int32_t j = 0; j < d; j += 1) {  // line 7
                double x_3 = a[i * d + j];
                double x_4 = x_3 / x_2;  // line 22
                blank[j] = x_4;
            }
            for (int32_t k_2 = 0; k_2 < d; k_2 += 1) {
                x_5[k_2] = blank[k_2];
            }
            free(blank);
        }
        for (int32_t k_3 = 0; k_3 < d; k_3 += 1) {  // line 18
            out[i * d + k_3] = x_5[k_3];
        }
        free(x_5);
    }
}

