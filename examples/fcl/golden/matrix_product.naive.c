// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t min_i32(int32_t a, int32_t b) {
    return a < b ? a : b;
}

static inline void note_failure(int32_t* record, int32_t site, int64_t first, int64_t second) {
    if (__sync_val_compare_and_swap(record, 0, site) == 0) {
        record[1] = (int32_t)first;
        record[2] = (int32_t)((uint64_t)first >> 32);
        record[3] = (int32_t)second;
        record[4] = (int32_t)((uint64_t)second >> 32);
    }
}

void naive(  // line 6
        double* restrict out,
        const double* restrict a,
        const double* restrict b,
        int32_t* restrict failure,
        int32_t b_length,
        int32_t k,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (n * m + 255) / 256; g += 1) {
        for (int32_t l = 0; l < 256; l += 1) {
            double sum = 0.0;  // line 13
            for (int32_t i = 0; i < k; i += 1) {  // line 15
                double x = a[min_i32(n * m - 1, 256 * g + l) / m * k + i];
                int32_t at = (uint32_t)i * m + min_i32(n * m - 1, 256 * g + l) % m;
                if (at < 0 || at > b_length - 1) {
                    note_failure(failure, 1, at, b_length - 1);
                    at = 0;
                }
                sum += x * b[at];  // line 13
            }
            if (256 * g + l < n * m) {  // line 6
                out[256 * g + l] = sum;
            }
        }
    }
}

