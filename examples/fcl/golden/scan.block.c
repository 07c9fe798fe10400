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

void block(  // line 33
        int32_t* restrict out,
        const int32_t* restrict xs,
        int32_t* restrict failure,
        int32_t xs_length) {
    int32_t tile[256];
    int32_t tile1[256];
    int32_t tile_1[256];
    int32_t tile_2[256];
    for (int32_t l = 0; l < 256; l += 1) {  // line 44
        int32_t sum = 0;  // line 33
        for (int32_t i = 0; i < (xs_length + 255) / 256; i += 1) {  // line 44
            sum += (uint32_t)(l * ((xs_length + 255) / 256) + i < xs_length ? xs[l * ((xs_length + 255) / 256) + i] : 0);  // line 33
        }
        tile[l] = sum;  // line 44
    }
    for (int32_t l = 0; l < 256; l += 1) {  // line 15
        int32_t x = tile[l];  // line 44
        tile_1[l] = 1;  // line 15
        tile_2[l] = x;  // line 44
    }
    bool again = tile_1[0] < 256;  // line 13
    while (again && failure[0] == 0) {
        for (int32_t l = 0; l < 256; l += 1) {  // line 6
            int32_t p_ = tile_1[l];  // line 13
            int32_t p_1 = tile_2[l];
            bool c = l < p_;  // line 8
            int32_t at = 0;
            int32_t a = 0;
            if (!c) {
                int32_t at1 = (uint32_t)l - p_;
                if (at1 < 0 || at1 > 255) {
                    note_failure(failure, 1, at1, 255);
                    at1 = 0;
                }
                at = at1;
                a = tile_2[at1];  // line 13
            }
            tile1[l] = (uint32_t)2 * p_;  // line 8
            tile[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
        }
        bool again1 = tile1[0] < 256;  // line 13
        if (again1) {
            for (int32_t l = 0; l < 256; l += 1) {  // line 6
                int32_t p_ = tile1[l];  // line 13
                int32_t p_1 = tile[l];
                bool c = l < p_;  // line 8
                int32_t at = 0;
                int32_t a = 0;
                if (!c) {
                    int32_t at1 = (uint32_t)l - p_;
                    if (at1 < 0 || at1 > 255) {
                        note_failure(failure, 1, at1, 255);
                        at1 = 0;
                    }
                    at = at1;
                    a = tile[at1];  // line 13
                }
                tile_1[l] = (uint32_t)2 * p_;  // line 8
                tile_2[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
            }
            again = tile_1[0] < 256;  // line 13
        } else {
            for (int32_t l = 0; l < 256; l += 1) {
                tile_1[l] = tile1[l];
                tile_2[l] = tile[l];
            }
            again = false;
        }
    }
    for (int32_t l = 0; l < 256; l += 1) {
        tile[l] = tile_2[l];
    }
    for (int32_t l = 0; l < 256; l += 1) {  // line 47
        int32_t init = 32 * (l / 32) + l % 32 == 0 ? 0 : tile[l - 1];  // line 21
        int32_t sum = init;
        for (int32_t i = 0; i < (xs_length + 255) / 256; i += 1) {  // line 47
            int32_t b = (32 * (l / 32) + l % 32) * ((xs_length + 255) / 256) + i < xs_length ? xs[l * ((xs_length + 255) / 256) + i] : 0;  // line 43
            sum += (uint32_t)b;  // line 33
            if (32 * ((l * ((xs_length + 255) / 256) + i) / (32 * ((xs_length + 255) / 256))) * ((xs_length + 255) / 256) + (l * ((xs_length + 255) / 256) + i) % (32 * ((xs_length + 255) / 256)) < xs_length) {  // line 47
                out[l * ((xs_length + 255) / 256) + i] = sum;
            }
        }
    }
}

