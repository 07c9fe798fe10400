// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline void note_failure(int32_t* record, int32_t site, int64_t first, int64_t second) {
    if (__sync_val_compare_and_swap(record, 0, site) == 0) {
        record[1] = (int32_t)first;
        record[2] = (int32_t)((uint64_t)first >> 32);
        record[3] = (int32_t)second;
        record[4] = (int32_t)((uint64_t)second >> 32);
    }
}

void main_1(const int32_t* restrict xs, int32_t* restrict flags, int32_t n) {  // line 15
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * ((n + 255) / 256); i += 1) {
        if (i < n) {
            flags[i] = (int32_t)(xs[i] >= 0);  // line 12
        } else {  // line 15
            flags[i] = 0;
        }
    }
}

void main_2(const int32_t* restrict flags, int32_t* restrict inner, int32_t n) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (n + 255) / 256; g += 1) {
        int32_t partial[256];
        int32_t partial1[1];
        int32_t y = 0;
        for (int32_t i = 0; i < 256; i += 1) {
            y += (uint32_t)flags[256 * g + i];
            partial[i] = y;
        }
        partial1[0] = partial[255];
        for (int32_t l = 0; l < 256; l += 1) {
            inner[256 * g + l] = (uint32_t)partial[l] + 0;
        }
    }
}

void main_3(const int32_t* restrict inner, int32_t* restrict totals, int32_t n) {
    int32_t y = 0;
    for (int32_t i = 0; i < (n + 255) / 256; i += 1) {
        y += (uint32_t)inner[256 * i + 255];
        totals[i] = y;
    }
}

void main_4(
        const int32_t* restrict totals,
        int32_t* restrict total,
        int32_t* restrict failure,
        int32_t n) {
    if (n > 0) {
        int32_t at = totals[(n + 255) / 256 - 1];
        if (at < 0 || at >= n + 1) {
            note_failure(failure, 1, at, n + 1);
            at = 0;
        }
        total[0] = at;
    } else {
        total[0] = 0;
    }
}

void main_5(
        const int32_t* restrict xs,
        const int32_t* restrict flags,
        const int32_t* restrict inner,
        const int32_t* restrict totals,
        const int32_t* restrict total,
        int32_t* restrict parted,
        int32_t* restrict failure,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int32_t at = flags[i] == 1 ? (int32_t)((uint32_t)totals[i / 256] - inner[256 * (i / 256) + 255] + inner[i] - 1) : (int32_t)((uint32_t)total[0] + i - ((uint32_t)totals[i / 256] - inner[256 * (i / 256) + 255] + inner[i]));  // line 14
        if (at < 0 || at >= n) {
            note_failure(failure, 1, at, n);  // line 15
            at = 0;
        }
        parted[at] = xs[i];  // line 14
    }
}

void main_6(int32_t* restrict out1, const int32_t* restrict parted, int32_t k) {  // line 15
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        out1[i] = parted[i];
    }
}

void main_7(int32_t* restrict out1, const int32_t* restrict parted, int32_t k, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n - k; i += 1) {
        out1[k + i] = parted[k + i];
    }
}

void main_8(int32_t* restrict out21, int32_t k) {  // line 16
    out21[0] = k;
}

void main_9(int32_t* restrict out22, const int32_t* restrict parted, int32_t k) {
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        out22[i] = (uint32_t)2 * parted[i];
    }
}

void main_10(int32_t* restrict out22, int32_t k, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n - k; i += 1) {
        out22[k + i] = 0;
    }
}

