// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static inline void note_failure(int32_t* record, int32_t site, int64_t first, int64_t second) {
    if (__sync_val_compare_and_swap(record, 0, site) == 0) {
        record[1] = (int32_t)first;
        record[2] = (int32_t)((uint64_t)first >> 32);
        record[3] = (int32_t)second;
        record[4] = (int32_t)((uint64_t)second >> 32);
    }
}

static inline void atomic_max_i32(int32_t* cell, int32_t x) {
    uint32_t seen = __atomic_load_n((uint32_t*)cell, __ATOMIC_RELAXED);
    while (true) {
        const uint32_t old = seen;
        const uint32_t new = (uint32_t)max_i32((int32_t)old, x);
        seen = __sync_val_compare_and_swap((uint32_t*)cell, old, new);
        if (seen == old) {
            break;
        }
    }
}

void main_1(  // line 26
        const float* restrict centres,
        const float* restrict points,
        int32_t* restrict tmp,
        int32_t d,
        int32_t k,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        float best_1 = INFINITY;  // line 17
        int32_t best_2 = 0;
        for (int32_t i1 = 0; i1 < k; i1 += 1) {  // line 16
            float sum = 0.0f;  // line 12
            for (int32_t i2 = 0; i2 < d; i2 += 1) {
                sum += (points[i * d + i2] - centres[i1 * d + i2]) * (points[i * d + i2] - centres[i1 * d + i2]);
            }
            if (sum < best_1) {  // line 17
                best_1 = sum;  // line 12
                best_2 = i1;  // line 16
            }
        }
        tmp[i] = best_2;
    }
}

void main_2(int32_t* restrict out1, const int32_t* restrict tmp, int32_t n) {  // line 26
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        out1[i] = tmp[i];
    }
}

void main_3(  // line 21
        const int32_t* restrict tmp,
        int32_t* restrict tmp1,
        int32_t* restrict failure,
        int32_t k,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int32_t at = tmp[i];
        if (at < 0 || at >= k) {
            note_failure(failure, 1, at, k);
            at = 0;
        }
        tmp1[i] = at;
    }
}

void main_4(int32_t* restrict out21, int32_t k) {  // line 22
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        out21[i] = 0;
    }
}

void main_5(int32_t* restrict out21, const int32_t* restrict tmp1, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        const int32_t at = tmp1[i];
        __atomic_fetch_add(&out21[at], 1, __ATOMIC_RELAXED);
    }
}

void main_6(int32_t* restrict last, int32_t k) {  // line 23
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        last[i] = -1;
    }
}

void main_7(const int32_t* restrict tmp1, int32_t* restrict last, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        const int32_t at = tmp1[i];
        atomic_max_i32(&last[at], i);
    }
}

void main_8(
        int32_t* restrict out22,
        const int32_t* restrict last,
        int32_t* restrict failure,
        int32_t k,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        int32_t winner = last[i];
        if (winner >= 0) {
            int32_t winner1 = winner;  // line 27
            if (winner1 < 0 || winner1 >= n) {
                note_failure(failure, 2, winner1, n);  // line 23
                winner1 = 0;
            }
            out22[i] = winner1;  // line 27
        } else {  // line 23
            out22[i] = -1;
        }
    }
}

