// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int64_t min_i64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t max_i64(int64_t a, int64_t b) {
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

void main_1(  // line 24
        int64_t* restrict out,
        const int64_t* restrict xs,
        int32_t* restrict failure,
        int32_t xs_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < xs_length / 64; g += 1) {
        int64_t tile[64];
        int64_t tile1[64];
        int64_t tile2[64];
        int64_t tile3[64];
        for (int32_t l = 0; l < 64; l += 1) {
            tile3[l] = xs[64 * g + l];  // line 88
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 20
            tile1[l] = tile3[l];  // line 24
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 1;  // line 12
            int64_t x = tile1[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile1[at];  // line 20
            tile2[l] = (l & 2) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 20
            tile[l] = tile2[l];
        }
        for (int32_t l = 0; l < 64; l += 1) {
            tile2[l] = tile[l];  // line 24
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 2;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile1[l] = (l & 4) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 1;  // line 12
            int64_t x = tile1[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile1[at];  // line 20
            tile2[l] = (l & 4) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 20
            tile3[l] = tile2[l];
        }
        for (int32_t l = 0; l < 64; l += 1) {
            tile2[l] = tile3[l];  // line 24
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 4;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile1[l] = (l & 8) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 2;  // line 12
            int64_t x = tile1[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile1[at];  // line 20
            tile2[l] = (l & 8) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 1;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile1[l] = (l & 8) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 20
            tile[l] = tile1[l];
        }
        for (int32_t l = 0; l < 64; l += 1) {
            tile1[l] = tile[l];  // line 24
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 8;  // line 12
            int64_t x = tile1[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile1[at];  // line 20
            tile2[l] = (l & 16) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 4;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile1[l] = (l & 16) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 2;  // line 12
            int64_t x = tile1[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile1[at];  // line 20
            tile2[l] = (l & 16) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 1;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile1[l] = (l & 16) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 20
            tile3[l] = tile1[l];
        }
        for (int32_t l = 0; l < 64; l += 1) {
            tile1[l] = tile3[l];  // line 24
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 16;  // line 12
            int64_t x = tile1[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile1[at];  // line 20
            tile2[l] = (l & 32) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 8;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile1[l] = (l & 32) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 4;  // line 12
            int64_t x = tile1[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile1[at];  // line 20
            tile2[l] = (l & 32) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 2;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile1[l] = (l & 32) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 1;  // line 12
            int64_t x = tile1[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile1[at];  // line 20
            tile2[l] = (l & 32) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 20
            tile[l] = tile2[l];
        }
        for (int32_t l = 0; l < 64; l += 1) {
            tile2[l] = tile[l];  // line 24
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 32;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile[l] = (l & 64) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 16;  // line 12
            int64_t x = tile[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile[at];  // line 20
            tile2[l] = (l & 64) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 8;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile[l] = (l & 64) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 4;  // line 12
            int64_t x = tile[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile[at];  // line 20
            tile2[l] = (l & 64) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 2;  // line 12
            int64_t x = tile2[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile2[at];  // line 20
            tile[l] = (l & 64) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 10
            int32_t other = l ^ 1;  // line 12
            int64_t x = tile[l];  // line 20
            int32_t at = other;  // line 14
            if (at < 0 || at > 63) {
                note_failure(failure, 1, at, 63);
                at = 0;
            }
            int64_t y = tile[at];  // line 20
            tile2[l] = (l & 64) == 0 == l < other ? min_i64(x, y) : max_i64(x, y);  // line 17
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 20
            tile3[l] = tile2[l];
        }
        for (int32_t l = 0; l < 64; l += 1) {  // line 24
            out[64 * g + l] = tile3[l];
        }
    }
}

