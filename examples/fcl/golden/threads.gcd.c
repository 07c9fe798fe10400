// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline int32_t rem_i32(int32_t a, int32_t b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline int32_t abs_i32(int32_t a) {
    return a < 0 ? (int32_t)-(uint32_t)a : a;
}

static inline void note_failure(int32_t* record, int32_t site, int64_t first, int64_t second) {
    if (__sync_val_compare_and_swap(record, 0, site) == 0) {
        record[1] = (int32_t)first;
        record[2] = (int32_t)((uint64_t)first >> 32);
        record[3] = (int32_t)second;
        record[4] = (int32_t)((uint64_t)second >> 32);
    }
}

void gcd(  // line 6
        int32_t* restrict out,
        const int32_t* restrict xs,
        const int32_t* restrict ys,
        int32_t* restrict failure,
        int32_t xs_length,
        int32_t ys_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (min_i32(xs_length, ys_length) + 1023) / 1024; g += 1) {
        for (int32_t l = 0; l < 1024; l += 1) {
            int32_t a = xs[min_i32(min_i32(xs_length, ys_length) - 1, 1024 * g + l)];  // line 19
            int32_t b = ys[min_i32(min_i32(xs_length, ys_length) - 1, 1024 * g + l)];
            int32_t own_1[1];  // line 6
            int32_t own_2[1];
            own_1[0] = a;  // line 19
            own_2[0] = b;
            int32_t length_1 = 1;  // line 21
            bool again = own_2[0] != 0;
            int32_t own_1_1[1];  // line 6
            int32_t own_2_1[1];
            while (again && failure[0] == 0) {  // line 21
                const int32_t n = length_1;
                int32_t at = 0;  // line 22
                if (at < 0 || at > n - 1) {
                    note_failure(failure, 1, at, n - 1);
                    at = 0;
                }
                int32_t p_ = own_1[0];  // line 21
                int32_t p_1 = own_2[0];
                if (p_1 == 0) {  // line 22
                    __sync_val_compare_and_swap(failure, 0, 2);
                }
                int32_t number = rem_i32(p_, p_1);
                own_1_1[0] = p_1;  // line 21
                own_2_1[0] = number;  // line 22
                bool again1 = own_2_1[0] != 0;  // line 21
                if (again1) {
                    int32_t p_2 = own_1_1[0];
                    int32_t p_3 = own_2_1[0];
                    if (p_3 == 0) {  // line 22
                        __sync_val_compare_and_swap(failure, 0, 2);
                    }
                    int32_t number1 = rem_i32(p_2, p_3);
                    own_1[0] = p_3;  // line 21
                    own_2[0] = number1;  // line 22
                    length_1 = 1;  // line 21
                    again = own_2[0] != 0;
                } else {
                    own_1[0] = own_1_1[0];
                    own_2[0] = own_2_1[0];
                    length_1 = 1;
                    again = false;
                }
            }
            const int32_t n = length_1;
            int32_t at = 0;  // line 24
            if (at < 0 || at > n - 1) {
                note_failure(failure, 3, at, n - 1);
                at = 0;
            }
            if (1024 * g + l < min_i32(xs_length, ys_length)) {  // line 6
                out[1024 * g + l] = abs_i32(own_1[0]);  // line 24
            }
        }
    }
}

