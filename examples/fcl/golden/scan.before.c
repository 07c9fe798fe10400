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

void before_1(  // line 6
        const int32_t* restrict xs,
        int32_t* restrict array,
        int32_t* restrict failure,
        int32_t xs_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 1023) / 1024; g += 1) {
        int32_t tile[256];
        int32_t tile1[1024];
        int32_t tile2[256];
        int32_t tile3[256];
        int32_t tile4[1024];
        for (int32_t l = 0; l < 1024; l += 1) {  // line 59
            tile4[l] = 1024 * g + l < xs_length ? xs[1024 * g + l] : 0;  // line 105
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 44
            int32_t sum = 0;  // line 29
            #pragma GCC unroll 4  // line 44
            for (int32_t i = 0; i < 4; i += 1) {
                sum += (uint32_t)tile4[4 * l + i];  // line 29
            }
            tile[l] = sum;  // line 44
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 15
            int32_t x = tile[l];  // line 44
            tile1[l] = 1;  // line 15
            tile2[l] = x;  // line 44
        }
        bool again = tile1[0] < 256;  // line 13
        while (again && failure[0] == 0) {
            for (int32_t l = 0; l < 256; l += 1) {  // line 6
                int32_t p_ = tile1[l];  // line 13
                int32_t p_1 = tile2[l];
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
                    a = tile2[at1];  // line 13
                }
                tile3[l] = (uint32_t)2 * p_;  // line 8
                tile[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
            }
            bool again1 = tile3[0] < 256;  // line 13
            if (again1) {
                for (int32_t l = 0; l < 256; l += 1) {  // line 6
                    int32_t p_ = tile3[l];  // line 13
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
                    tile1[l] = (uint32_t)2 * p_;  // line 8
                    tile2[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
                }
                again = tile1[0] < 256;  // line 13
            } else {
                for (int32_t l = 0; l < 256; l += 1) {
                    tile1[l] = tile3[l];
                    tile2[l] = tile[l];
                }
                again = false;
            }
        }
        for (int32_t l = 0; l < 256; l += 1) {
            tile[l] = tile2[l];
        }
        for (int32_t l = 0; l < 256; l += 1) {  // line 47
            int32_t init = 32 * (l / 32) + l % 32 == 0 ? 0 : tile[l - 1];  // line 21
            int32_t sum = init;
            #pragma GCC unroll 4  // line 47
            for (int32_t i = 0; i < 4; i += 1) {
                int32_t b = tile4[4 * l + i];  // line 59
                sum += (uint32_t)b;  // line 29
                tile1[4 * l + i] = sum;  // line 47
            }
        }
        for (int32_t l = 0; l < 1024; l += 1) {  // line 59
            if (1024 * g + l < xs_length) {
                array[1024 * g + l] = tile1[l];
            }
        }
    }
}

void before_2(  // line 62
        const int32_t* restrict array,
        int32_t* restrict array1,
        int32_t* restrict failure,
        int32_t xs_length) {
    int32_t tile5[256];
    int32_t tile6[256];
    int32_t tile_1[256];
    int32_t tile_2[256];
    for (int32_t l = 0; l < 256; l += 1) {  // line 44
        int32_t sum = 0;  // line 29
        for (int32_t i = 0; i < ((xs_length + 1023) / 1024 + 255) / 256; i += 1) {  // line 44
            sum += (uint32_t)(l * (((xs_length + 1023) / 1024 + 255) / 256) + i < (xs_length + 1023) / 1024 ? array[min_i32(1024 * l * (((xs_length + 1023) / 1024 + 255) / 256) + 1024 * i + 1024, xs_length) - 1] : 0);  // line 29
        }
        tile5[l] = sum;  // line 44
    }
    for (int32_t l = 0; l < 256; l += 1) {  // line 15
        int32_t x = tile5[l];  // line 44
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
            tile6[l] = (uint32_t)2 * p_;  // line 8
            tile5[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
        }
        bool again1 = tile6[0] < 256;  // line 13
        if (again1) {
            for (int32_t l = 0; l < 256; l += 1) {  // line 6
                int32_t p_ = tile6[l];  // line 13
                int32_t p_1 = tile5[l];
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
                    a = tile5[at1];  // line 13
                }
                tile_1[l] = (uint32_t)2 * p_;  // line 8
                tile_2[l] = c ? p_1 : (int32_t)((uint32_t)a + p_1);
            }
            again = tile_1[0] < 256;  // line 13
        } else {
            for (int32_t l = 0; l < 256; l += 1) {
                tile_1[l] = tile6[l];
                tile_2[l] = tile5[l];
            }
            again = false;
        }
    }
    for (int32_t l = 0; l < 256; l += 1) {
        tile5[l] = tile_2[l];
    }
    for (int32_t l = 0; l < 256; l += 1) {  // line 47
        int32_t init = 32 * (l / 32) + l % 32 == 0 ? 0 : tile5[l - 1];  // line 21
        int32_t sum = init;
        for (int32_t i = 0; i < ((xs_length + 1023) / 1024 + 255) / 256; i += 1) {  // line 47
            int32_t b = (32 * (l / 32) + l % 32) * (((xs_length + 1023) / 1024 + 255) / 256) + i < (xs_length + 1023) / 1024 ? array[min_i32((32768 * (l / 32) + 1024 * (l % 32)) * (((xs_length + 1023) / 1024 + 255) / 256) + 1024 * i + 1024, xs_length) - 1] : 0;  // line 43
            sum += (uint32_t)b;  // line 29
            if (32 * ((l * (((xs_length + 1023) / 1024 + 255) / 256) + i) / (32 * (((xs_length + 1023) / 1024 + 255) / 256))) * (((xs_length + 1023) / 1024 + 255) / 256) + (l * (((xs_length + 1023) / 1024 + 255) / 256) + i) % (32 * (((xs_length + 1023) / 1024 + 255) / 256)) < (xs_length + 1023) / 1024) {  // line 47
                array1[l * (((xs_length + 1023) / 1024 + 255) / 256) + i] = sum;
            }
        }
    }
}

void before_3(  // line 6
        int32_t* restrict out,
        const int32_t* restrict array,
        const int32_t* restrict array1,
        int32_t xs_length) {
    #pragma omp parallel for
    for (int32_t g = 0; g < (xs_length + 1023) / 1024; g += 1) {
        for (int32_t l = 0; l < 1024; l += 1) {
            if (1024 * g + l < xs_length) {
                bool c = 1024 * g + l == 0;  // line 21
                int32_t chosen;  // line 6
                if (c) {  // line 21
                    chosen = 0;  // line 29
                } else {  // line 21
                    chosen = (uint32_t)((1024 * g + l - 1) / 1024 == 0 ? 0 : array1[(1024 * g + l - 1) / 1024 - 1]) + array[1024 * g + l - 1];  // line 29
                }
                out[1024 * g + l] = chosen;  // line 6
            }
        }
    }
}

