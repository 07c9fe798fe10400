// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
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

void main_1(int32_t* restrict flags, int32_t c) {  // line 25
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        flags[i] = 0;
    }
}

void main_2(int32_t* restrict upto, int32_t c) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        upto[i] = 0;
    }
}

void main_3(int32_t* restrict parted, int32_t c) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        parted[i] = 0;
    }
}

void main_4(const int32_t* restrict xs, int32_t* restrict tmp, int32_t c) {  // line 26
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        tmp[i] = xs[i] >= 0 ? 1 : 0;  // line 22
    }
}

void main_5(const int32_t* restrict tmp, int32_t* restrict flags, int32_t c) {  // line 26
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        flags[i] = tmp[i];
    }
}

void main_6(int32_t* restrict tmp, const int32_t* restrict flags, int32_t c) {  // line 14
    #pragma omp parallel for
    for (int32_t g = 0; g < c; g += 1) {
        int32_t partial[256];
        int32_t partial1[1];
        int32_t y = 0;
        for (int32_t i = 0; i < 256; i += 1) {
            y += (uint32_t)flags[256 * g + i];
            partial[i] = y;
        }
        partial1[0] = partial[255];
        for (int32_t l = 0; l < 256; l += 1) {
            tmp[256 * g + l] = (uint32_t)partial[l] + 0;
        }
    }
}

void main_7(const int32_t* restrict tmp, int32_t* restrict tmp1, int32_t c) {  // line 15
    int32_t y = 0;
    for (int32_t i = 0; i < c; i += 1) {
        y += (uint32_t)tmp[256 * i + 255];
        tmp1[i] = y;
    }
}

void main_8(  // line 27
        const int32_t* restrict tmp,
        const int32_t* restrict tmp1,
        int32_t* restrict upto,
        int32_t c) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        upto[i] = (uint32_t)tmp[i] + tmp1[i / 256] - tmp[256 * (i / 256) + 255];
    }
}

void main_9(int32_t* restrict tmp1, const int32_t* restrict flags, int32_t c) {  // line 28
    #pragma omp parallel for
    for (int32_t g = 0; g < c; g += 1) {
        int32_t partial2[1];
        int32_t y = 0;
        for (int32_t i = 0; i < 256; i += 1) {
            y += (uint32_t)flags[256 * g + i];
        }
        partial2[0] = y;
        tmp1[g] = partial2[0];
    }
}

void main_10(
        const int32_t* restrict tmp1,
        int32_t* restrict total,
        int32_t* restrict failure,
        int32_t c) {
    int32_t y = 0;
    for (int32_t i = 0; i < c; i += 1) {
        y += (uint32_t)tmp1[i];
    }
    int32_t v_y1 = y;
    if (v_y1 < 0 || v_y1 >= 256 * c + 1) {
        __sync_val_compare_and_swap(failure, 0, 1);
        v_y1 = 0;
    }
    total[0] = v_y1;
}

void main_11(const int32_t* restrict total, int32_t* restrict total1) {  // line 29
    total1[0] = total[0];
}

void main_12(int32_t* restrict tmp, int32_t c) {  // line 20
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        tmp[i] = -1;
    }
}

void main_13(
        int32_t* restrict tmp,
        const int32_t* restrict flags,
        const int32_t* restrict upto,
        const int32_t* restrict total1,
        int32_t* restrict failure,
        int32_t c) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        int32_t at = flags[i] == 1 ? (int32_t)((uint32_t)upto[i] - 1) : (int32_t)((uint32_t)total1[0] + i - upto[i]);
        if (at < 0 || at >= 256 * c) {
            __sync_val_compare_and_swap(failure, 0, 2);
            at = 0;
        }
        atomic_max_i32(&tmp[at], i);
    }
}

void main_14(
        const int32_t* restrict xs,
        const int32_t* restrict tmp,
        int32_t* restrict parted,
        int32_t* restrict failure,
        int32_t c) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        int32_t winner = tmp[i];
        if (winner >= 0) {
            int32_t winner1 = winner;  // line 24
            if (winner1 < 0 || winner1 >= 256 * c) {
                __sync_val_compare_and_swap(failure, 0, 3);  // line 20
                winner1 = 0;
            }
            parted[i] = xs[winner1];  // line 24
        } else {  // line 20
            parted[i] = xs[i];  // line 24
        }
    }
}

void main_15(int32_t* restrict parts, const int32_t* restrict parted, int32_t c) {  // line 30
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        parts[i] = parted[i];
    }
}

void main_16(int32_t* restrict count, const int32_t* restrict total) {  // line 31
    count[0] = total[0];
}

void main_17(int32_t* restrict twice, int32_t c) {  // line 32
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * c; i += 1) {
        twice[i] = 0;
    }
}

void main_18(int32_t* restrict twice, const int32_t* restrict parted, int32_t k) {  // line 34
    #pragma omp parallel for
    for (int32_t i = 0; i < k; i += 1) {
        twice[i] = (uint32_t)2 * parted[i];
    }
}

