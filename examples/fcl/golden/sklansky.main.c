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

void main_1(const int32_t* restrict xs, int32_t* restrict array, int32_t xs_length) {  // line 36
    #pragma omp parallel for
    for (int32_t g = 0; g < xs_length / 256; g += 1) {
        int32_t tile[256];
        int32_t tile1[256];
        for (int32_t l = 0; l < 256; l += 1) {  // line 23
            tile[l] = xs[256 * g + l];  // line 88
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 20
            int32_t last = tile[2 * (l / 2)];  // line 23
            bool c = l % 2 < 1;  // line 14
            int32_t chosen;  // line 20
            if (c) {  // line 14
                chosen = tile[l];  // line 23
            } else {  // line 14
                chosen = (uint32_t)last + tile[l];  // line 34
            }
            tile1[l] = chosen;  // line 20
        }
        for (int32_t l = 0; l < 256; l += 1) {
            int32_t last = tile1[4 * (l / 4) + 1];  // line 23
            bool c = l % 4 < 2;  // line 14
            int32_t chosen;  // line 20
            if (c) {  // line 14
                chosen = tile1[l];  // line 23
            } else {  // line 14
                chosen = (uint32_t)last + tile1[l];  // line 34
            }
            tile[l] = chosen;  // line 20
        }
        for (int32_t l = 0; l < 256; l += 1) {
            int32_t last = tile[8 * (l / 8) + 3];  // line 23
            bool c = l % 8 < 4;  // line 14
            int32_t chosen;  // line 20
            if (c) {  // line 14
                chosen = tile[l];  // line 23
            } else {  // line 14
                chosen = (uint32_t)last + tile[l];  // line 34
            }
            tile1[l] = chosen;  // line 20
        }
        for (int32_t l = 0; l < 256; l += 1) {
            int32_t last = tile1[16 * (l / 16) + 7];  // line 23
            bool c = l % 16 < 8;  // line 14
            int32_t chosen;  // line 20
            if (c) {  // line 14
                chosen = tile1[l];  // line 23
            } else {  // line 14
                chosen = (uint32_t)last + tile1[l];  // line 34
            }
            tile[l] = chosen;  // line 20
        }
        for (int32_t l = 0; l < 256; l += 1) {
            int32_t last = tile[32 * (l / 32) + 15];  // line 23
            bool c = l % 32 < 16;  // line 14
            int32_t chosen;  // line 20
            if (c) {  // line 14
                chosen = tile[l];  // line 23
            } else {  // line 14
                chosen = (uint32_t)last + tile[l];  // line 34
            }
            tile1[l] = chosen;  // line 20
        }
        for (int32_t l = 0; l < 256; l += 1) {
            int32_t last = tile1[64 * (l / 64) + 31];  // line 23
            bool c = l % 64 < 32;  // line 14
            int32_t chosen;  // line 20
            if (c) {  // line 14
                chosen = tile1[l];  // line 23
            } else {  // line 14
                chosen = (uint32_t)last + tile1[l];  // line 34
            }
            tile[l] = chosen;  // line 20
        }
        for (int32_t l = 0; l < 256; l += 1) {
            int32_t last = tile[128 * (l / 128) + 63];  // line 23
            bool c = l % 128 < 64;  // line 14
            int32_t chosen;  // line 20
            if (c) {  // line 14
                chosen = tile[l];  // line 23
            } else {  // line 14
                chosen = (uint32_t)last + tile[l];  // line 34
            }
            tile1[l] = chosen;  // line 20
        }
        for (int32_t l = 0; l < 256; l += 1) {
            int32_t last = tile1[127];  // line 23
            bool c = l < 128;  // line 14
            int32_t chosen;  // line 20
            if (c) {  // line 14
                chosen = tile1[l];  // line 23
            } else {  // line 14
                chosen = (uint32_t)last + tile1[l];  // line 34
            }
            tile[l] = chosen;  // line 20
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 23
            array[256 * g + l] = tile[l];
        }
    }
}

void main_2(const int32_t* restrict array, int32_t* restrict array1, int32_t xs_length) {  // line 38
    int32_t tile2[256];
    int32_t tile3[256];
    for (int32_t l = 0; l < 256; l += 1) {  // line 23
        tile2[l] = l < xs_length / 256 ? array[256 * l + 255] : 0;  // line 38
    }
    for (int32_t l = 0; l < 256; l += 1) {  // line 20
        int32_t last = tile2[2 * (l / 2)];  // line 23
        bool c = l % 2 < 1;  // line 14
        int32_t chosen;  // line 20
        if (c) {  // line 14
            chosen = tile2[l];  // line 23
        } else {  // line 14
            chosen = (uint32_t)last + tile2[l];  // line 34
        }
        tile3[l] = chosen;  // line 20
    }
    for (int32_t l = 0; l < 256; l += 1) {
        int32_t last = tile3[4 * (l / 4) + 1];  // line 23
        bool c = l % 4 < 2;  // line 14
        int32_t chosen;  // line 20
        if (c) {  // line 14
            chosen = tile3[l];  // line 23
        } else {  // line 14
            chosen = (uint32_t)last + tile3[l];  // line 34
        }
        tile2[l] = chosen;  // line 20
    }
    for (int32_t l = 0; l < 256; l += 1) {
        int32_t last = tile2[8 * (l / 8) + 3];  // line 23
        bool c = l % 8 < 4;  // line 14
        int32_t chosen;  // line 20
        if (c) {  // line 14
            chosen = tile2[l];  // line 23
        } else {  // line 14
            chosen = (uint32_t)last + tile2[l];  // line 34
        }
        tile3[l] = chosen;  // line 20
    }
    for (int32_t l = 0; l < 256; l += 1) {
        int32_t last = tile3[16 * (l / 16) + 7];  // line 23
        bool c = l % 16 < 8;  // line 14
        int32_t chosen;  // line 20
        if (c) {  // line 14
            chosen = tile3[l];  // line 23
        } else {  // line 14
            chosen = (uint32_t)last + tile3[l];  // line 34
        }
        tile2[l] = chosen;  // line 20
    }
    for (int32_t l = 0; l < 256; l += 1) {
        int32_t last = tile2[32 * (l / 32) + 15];  // line 23
        bool c = l % 32 < 16;  // line 14
        int32_t chosen;  // line 20
        if (c) {  // line 14
            chosen = tile2[l];  // line 23
        } else {  // line 14
            chosen = (uint32_t)last + tile2[l];  // line 34
        }
        tile3[l] = chosen;  // line 20
    }
    for (int32_t l = 0; l < 256; l += 1) {
        int32_t last = tile3[64 * (l / 64) + 31];  // line 23
        bool c = l % 64 < 32;  // line 14
        int32_t chosen;  // line 20
        if (c) {  // line 14
            chosen = tile3[l];  // line 23
        } else {  // line 14
            chosen = (uint32_t)last + tile3[l];  // line 34
        }
        tile2[l] = chosen;  // line 20
    }
    for (int32_t l = 0; l < 256; l += 1) {
        int32_t last = tile2[128 * (l / 128) + 63];  // line 23
        bool c = l % 128 < 64;  // line 14
        int32_t chosen;  // line 20
        if (c) {  // line 14
            chosen = tile2[l];  // line 23
        } else {  // line 14
            chosen = (uint32_t)last + tile2[l];  // line 34
        }
        tile3[l] = chosen;  // line 20
    }
    for (int32_t l = 0; l < 256; l += 1) {
        int32_t last = tile3[127];  // line 23
        bool c = l < 128;  // line 14
        int32_t chosen;  // line 20
        if (c) {  // line 14
            chosen = tile3[l];  // line 23
        } else {  // line 14
            chosen = (uint32_t)last + tile3[l];  // line 34
        }
        tile2[l] = chosen;  // line 20
    }
    for (int32_t l = 0; l < 256; l += 1) {  // line 23
        array1[l] = tile2[l];
    }
}

void main_3(  // line 39
        int32_t* restrict out,
        const int32_t* restrict array,
        const int32_t* restrict array1,
        int32_t* restrict failure,
        int32_t xs_length) {
    #pragma omp parallel for
    for (int32_t i = 0; i < 256 * (xs_length / 256); i += 1) {
        bool c = i < 256;  // line 40
        int32_t at = 0;
        if (!c) {
            int32_t at1 = i / 256 - 1;
            if (at1 < 0 || at1 > 255) {
                note_failure(failure, 1, at1, 255);
                at1 = 0;
            }
            at = at1;
        }
        const int32_t at1 = at;
        out[i] = (uint32_t)array[i] + (c ? 0 : array1[at1]);
    }
}

