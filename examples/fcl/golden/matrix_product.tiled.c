// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t quot_i32(int32_t a, int32_t b) {
    if (b == 0) return 0;
    return b == -1 ? (int32_t)-(uint32_t)a : a / b;
}

static inline int32_t rem_i32(int32_t a, int32_t b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline void note_failure(int32_t* record, int32_t site, int64_t first, int64_t second) {
    if (__sync_val_compare_and_swap(record, 0, site) == 0) {
        record[1] = (int32_t)first;
        record[2] = (int32_t)((uint64_t)first >> 32);
        record[3] = (int32_t)second;
        record[4] = (int32_t)((uint64_t)second >> 32);
    }
}

void tiled(  // line 33
        double* restrict out,
        int32_t k,
        const double* restrict a,
        const double* restrict b,
        int32_t* restrict failure,
        int32_t a_length,
        int32_t b_length,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for  // line 42
    for (int32_t g = 0; g < (n + 15) / 16 * ((m + 15) / 16); g += 1) {
        double tile[256];  // line 33
        double tile1[256];
        int32_t tile_1[256];  // line 42
        double tile_2[256];
        int32_t tile_1_1[256];
        double tile_2_1[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 33
            tile_1[l] = 0;
            tile_2[l] = 0.0;  // line 18
        }
        int32_t length_1 = 256;  // line 33
        bool again = tile_1[0] < quot_i32((int32_t)((uint32_t)k + 16 - 1), 16);
        while (again && failure[0] == 0) {
            const int32_t n1 = length_1;
            int32_t at = 0;  // line 26
            if (at < 0 || at > n1 - 1) {
                note_failure(failure, 1, at, n1 - 1);
                at = 0;
            }
            int32_t h = tile_1[at];  // line 33
            for (int32_t l = 0; l < 256; l += 1) {  // line 27
                int32_t x = (uint32_t)h * 16 + rem_i32(l, 16);  // line 35
                bool c = (16 * (g / ((m + 15) / 16)) + l / 16 < n) & (x < k);  // line 36
                int32_t at1 = 0;
                if (c) {
                    int32_t at2 = (uint32_t)(16 * (g / ((m + 15) / 16)) + l / 16) * k + x;
                    if (at2 < 0 || at2 > a_length - 1) {
                        note_failure(failure, 2, at2, a_length - 1);
                        at2 = 0;
                    }
                    at1 = at2;
                }
                const int32_t at2 = at1;
                tile[l] = c ? a[at2] : 0.0;
            }
            for (int32_t l = 0; l < 256; l += 1) {  // line 28
                int32_t y = (uint32_t)h * 16 + quot_i32(l, 16);  // line 34
                bool c = (y < k) & (16 * (g % ((m + 15) / 16)) + l % 16 < m);  // line 36
                int32_t at1 = 0;
                if (c) {
                    int32_t at2 = (uint32_t)y * m + (16 * (g % ((m + 15) / 16)) + l % 16);
                    if (at2 < 0 || at2 > b_length - 1) {
                        note_failure(failure, 2, at2, b_length - 1);
                        at2 = 0;
                    }
                    at1 = at2;
                }
                const int32_t at2 = at1;
                tile1[l] = c ? b[at2] : 0.0;
            }
            for (int32_t l = 0; l < 256; l += 1) {  // line 29
                int32_t at1 = l;  // line 32
                if (at1 < 0 || at1 > n1 - 1) {
                    note_failure(failure, 3, at1, n1 - 1);
                    at1 = 0;
                }
                double sum = tile_2[at1];  // line 33
                double sum1 = sum;
                #pragma GCC unroll 16  // line 32
                for (int32_t i = 0; i < 16; i += 1) {
                    sum1 += tile[16 * (l / 16) + i] * tile1[l % 16 + 16 * i];  // line 18
                }
                tile_1_1[l] = (uint32_t)h + 1;  // line 32
                tile_2_1[l] = sum1;  // line 29
            }
            bool again1 = tile_1_1[0] < quot_i32((int32_t)((uint32_t)k + 16 - 1), 16);  // line 33
            if (again1) {
                int32_t h1 = tile_1_1[0];
                for (int32_t l = 0; l < 256; l += 1) {  // line 27
                    int32_t x = (uint32_t)h1 * 16 + rem_i32(l, 16);  // line 35
                    bool c = (16 * (g / ((m + 15) / 16)) + l / 16 < n) & (x < k);  // line 36
                    int32_t at1 = 0;
                    if (c) {
                        int32_t at2 = (uint32_t)(16 * (g / ((m + 15) / 16)) + l / 16) * k + x;
                        if (at2 < 0 || at2 > a_length - 1) {
                            note_failure(failure, 2, at2, a_length - 1);
                            at2 = 0;
                        }
                        at1 = at2;
                    }
                    const int32_t at2 = at1;
                    tile[l] = c ? a[at2] : 0.0;
                }
                for (int32_t l = 0; l < 256; l += 1) {  // line 28
                    int32_t y = (uint32_t)h1 * 16 + quot_i32(l, 16);  // line 34
                    bool c = (y < k) & (16 * (g % ((m + 15) / 16)) + l % 16 < m);  // line 36
                    int32_t at1 = 0;
                    if (c) {
                        int32_t at2 = (uint32_t)y * m + (16 * (g % ((m + 15) / 16)) + l % 16);
                        if (at2 < 0 || at2 > b_length - 1) {
                            note_failure(failure, 2, at2, b_length - 1);
                            at2 = 0;
                        }
                        at1 = at2;
                    }
                    const int32_t at2 = at1;
                    tile1[l] = c ? b[at2] : 0.0;
                }
                for (int32_t l = 0; l < 256; l += 1) {  // line 29
                    double sum = tile_2_1[l];  // line 33
                    double sum1 = sum;
                    #pragma GCC unroll 16  // line 32
                    for (int32_t i = 0; i < 16; i += 1) {
                        sum1 += tile[16 * (l / 16) + i] * tile1[l % 16 + 16 * i];  // line 18
                    }
                    tile_1[l] = (uint32_t)h1 + 1;  // line 32
                    tile_2[l] = sum1;  // line 29
                }
                length_1 = 256;  // line 33
                again = tile_1[0] < quot_i32((int32_t)((uint32_t)k + 16 - 1), 16);
            } else {
                for (int32_t l = 0; l < 256; l += 1) {
                    tile_1[l] = tile_1_1[l];
                    tile_2[l] = tile_2_1[l];
                }
                length_1 = 256;
                again = false;
            }
        }
        const int32_t n1 = length_1;
        int32_t checked = n1 == 256 ? 0 : 1;  // line 42
        if (checked < 0 || checked > 0) {
            note_failure(failure, 4, checked, 0);
            checked = 0;
        }
        if (n1 == 256) {
            for (int32_t l = 0; l < n1; l += 1) {  // line 33
                if ((16 * (g % ((m + 15) / 16)) + l % 16 < m) & ((16 * (g / ((m + 15) / 16)) + l / 16) * m + 16 * (g % ((m + 15) / 16)) + l % 16 < n * m)) {
                    out[(16 * (g / ((m + 15) / 16)) + l / 16) * m + 16 * (g % ((m + 15) / 16)) + l % 16] = tile_2[l];
                }
            }
        }
    }
}

