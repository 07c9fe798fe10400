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

void tree(  // line 37
        int32_t* restrict out,
        const int32_t* restrict xs,
        int32_t* restrict failure,
        int32_t xs_length) {
    int32_t* restrict tile_1 = malloc((uint64_t)max_i32(1, xs_length) * 4);
    int32_t* restrict tile_2 = malloc((uint64_t)max_i32(1, xs_length) * 4);
    int32_t* restrict tile_1_1 = malloc((uint64_t)max_i32(1, xs_length) * 4);
    int32_t* restrict tile_2_1 = malloc((uint64_t)max_i32(1, xs_length) * 4);
    for (int32_t l = 0; l < xs_length; l += 1) {  // line 15
        int32_t x = xs[l];
        tile_1[l] = 1;
        tile_2[l] = x;
    }
    bool again = xs_length < 2 ? false : tile_1[0] < xs_length;  // line 13
    while (again && failure[0] == 0) {
        for (int32_t l = 0; l < xs_length; l += 1) {  // line 6
            int32_t p_ = tile_1[l];  // line 13
            int32_t p_1 = tile_2[l];
            bool c = l < p_;  // line 8
            int32_t at = 0;
            int32_t a = 0;
            if (!c) {
                int32_t at1 = (uint32_t)l - p_;
                if (at1 < 0 || at1 > xs_length - 1) {
                    note_failure(failure, 1, at1, xs_length - 1);
                    at1 = 0;
                }
                at = at1;
                a = tile_2[at1];  // line 13
            }
            tile_1_1[l] = (uint32_t)2 * p_;  // line 8
            tile_2_1[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
        }
        bool again1 = xs_length < 2 ? false : tile_1_1[0] < xs_length;  // line 13
        if (again1) {
            for (int32_t l = 0; l < xs_length; l += 1) {  // line 6
                int32_t p_ = tile_1_1[l];  // line 13
                int32_t p_1 = tile_2_1[l];
                bool c = l < p_;  // line 8
                int32_t at = 0;
                int32_t a = 0;
                if (!c) {
                    int32_t at1 = (uint32_t)l - p_;
                    if (at1 < 0 || at1 > xs_length - 1) {
                        note_failure(failure, 1, at1, xs_length - 1);
                        at1 = 0;
                    }
                    at = at1;
                    a = tile_2_1[at1];  // line 13
                }
                tile_1[l] = (uint32_t)2 * p_;  // line 8
                tile_2[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
            }
            again = xs_length < 2 ? false : tile_1[0] < xs_length;  // line 13
        } else {
            for (int32_t l = 0; l < xs_length; l += 1) {
                tile_1[l] = tile_1_1[l];
                tile_2[l] = tile_2_1[l];
            }
            again = false;
        }
    }
    for (int32_t l = 0; l < xs_length; l += 1) {
        out[l] = tile_2[l];
    }
    free(tile_2_1);
    free(tile_1_1);
    free(tile_2);
    free(tile_1);
}

