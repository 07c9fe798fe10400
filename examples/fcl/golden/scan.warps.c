// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

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

void warps(  // line 41
        int32_t* restrict out,
        const int32_t* restrict xs,
        int32_t* restrict failure,
        int32_t xs_length) {
    int32_t* restrict tile = malloc((uint64_t)max_i32(1, (xs_length + 31) / 32) * 4);
    int32_t* restrict tile1 = malloc((uint64_t)max_i32(1, (xs_length + 31) / 32) * 4);
    int32_t* restrict tile2 = malloc((uint64_t)max_i32(1, 32 * ((xs_length + 31) / 32)) * 4);
    int32_t tile_1[32];  // line 32
    int32_t tile_2[32];
    int32_t tile_1_1[32];
    int32_t tile_2_1[32];
    int32_t* restrict tile_1_2 = malloc((uint64_t)max_i32(1, (xs_length + 31) / 32) * 4);  // line 41
    int32_t* restrict tile_2_2 = malloc((uint64_t)max_i32(1, (xs_length + 31) / 32) * 4);
    for (int32_t w = 0; w < (xs_length + 31) / 32; w += 1) {  // line 32
        for (int32_t l = 0; l < 32; l += 1) {  // line 15
            int32_t x = 32 * w + l < xs_length ? xs[32 * w + l] : 0;  // line 105
            tile_1[l] = 1;  // line 15
            tile_2[l] = x;  // line 105
        }
        bool again = tile_1[0] < 32;  // line 13
        while (again && failure[0] == 0) {
            for (int32_t l = 0; l < 32; l += 1) {  // line 6
                int32_t p_ = tile_1[l];  // line 13
                int32_t p_1 = tile_2[l];
                bool c = l < p_;  // line 8
                int32_t at = 0;
                int32_t a = 0;
                if (!c) {
                    int32_t at1 = (uint32_t)l - p_;
                    if (at1 < 0 || at1 > 31) {
                        note_failure(failure, 1, at1, 31);
                        at1 = 0;
                    }
                    at = at1;
                    a = tile_2[at1];  // line 13
                }
                tile_1_1[l] = (uint32_t)2 * p_;  // line 8
                tile_2_1[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
            }
            bool again1 = tile_1_1[0] < 32;  // line 13
            if (again1) {
                for (int32_t l = 0; l < 32; l += 1) {  // line 6
                    int32_t p_ = tile_1_1[l];  // line 13
                    int32_t p_1 = tile_2_1[l];
                    bool c = l < p_;  // line 8
                    int32_t at = 0;
                    int32_t a = 0;
                    if (!c) {
                        int32_t at1 = (uint32_t)l - p_;
                        if (at1 < 0 || at1 > 31) {
                            note_failure(failure, 1, at1, 31);
                            at1 = 0;
                        }
                        at = at1;
                        a = tile_2_1[at1];  // line 13
                    }
                    tile_1[l] = (uint32_t)2 * p_;  // line 8
                    tile_2[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
                }
                again = tile_1[0] < 32;  // line 13
            } else {
                for (int32_t l = 0; l < 32; l += 1) {
                    tile_1[l] = tile_1_1[l];
                    tile_2[l] = tile_2_1[l];
                }
                again = false;
            }
        }
        for (int32_t l = 0; l < 32; l += 1) {
            tile2[32 * w + l] = tile_2[l];
        }
    }
    for (int32_t l = 0; l < (xs_length + 31) / 32; l += 1) {  // line 15
        int32_t x = tile2[32 * l + 31];  // line 32
        tile_1_2[l] = 1;  // line 15
        tile_2_2[l] = x;  // line 32
    }
    bool again = (xs_length + 31) / 32 < 2 ? false : tile_1_2[0] < (xs_length + 31) / 32;  // line 13
    while (again && failure[0] == 0) {
        for (int32_t l = 0; l < (xs_length + 31) / 32; l += 1) {  // line 6
            int32_t p_ = tile_1_2[l];  // line 13
            int32_t p_1 = tile_2_2[l];
            bool c = l < p_;  // line 8
            int32_t at = 0;
            int32_t a = 0;
            if (!c) {
                int32_t at1 = (uint32_t)l - p_;
                if (at1 < 0 || at1 > (xs_length + 31) / 32 - 1) {
                    note_failure(failure, 1, at1, (xs_length + 31) / 32 - 1);
                    at1 = 0;
                }
                at = at1;
                a = tile_2_2[at1];  // line 13
            }
            tile[l] = (uint32_t)2 * p_;  // line 8
            tile1[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
        }
        bool again1 = (xs_length + 31) / 32 < 2 ? false : tile[0] < (xs_length + 31) / 32;  // line 13
        if (again1) {
            for (int32_t l = 0; l < (xs_length + 31) / 32; l += 1) {  // line 6
                int32_t p_ = tile[l];  // line 13
                int32_t p_1 = tile1[l];
                bool c = l < p_;  // line 8
                int32_t at = 0;
                int32_t a = 0;
                if (!c) {
                    int32_t at1 = (uint32_t)l - p_;
                    if (at1 < 0 || at1 > (xs_length + 31) / 32 - 1) {
                        note_failure(failure, 1, at1, (xs_length + 31) / 32 - 1);
                        at1 = 0;
                    }
                    at = at1;
                    a = tile1[at1];  // line 13
                }
                tile_1_2[l] = (uint32_t)2 * p_;  // line 8
                tile_2_2[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
            }
            again = (xs_length + 31) / 32 < 2 ? false : tile_1_2[0] < (xs_length + 31) / 32;  // line 13
        } else {
            for (int32_t l = 0; l < (xs_length + 31) / 32; l += 1) {
                tile_1_2[l] = tile[l];
                tile_2_2[l] = tile1[l];
            }
            again = false;
        }
    }
    for (int32_t l = 0; l < (xs_length + 31) / 32; l += 1) {
        tile[l] = tile_2_2[l];
    }
    for (int32_t l = 0; l < xs_length; l += 1) {  // line 34
        out[l] = (uint32_t)(l / 32 == 0 ? 0 : tile[l / 32 - 1]) + tile2[l];  // line 41
    }
    free(tile_2_2);
    free(tile_1_2);
    free(tile2);
    free(tile1);
    free(tile);
}

