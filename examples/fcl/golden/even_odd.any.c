// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

static inline int32_t quot_i32(int32_t a, int32_t b) {
    if (b == 0) return 0;
    return b == -1 ? (int32_t)-(uint32_t)a : a / b;
}

void any_1(  // line 30
        int32_t* restrict out,
        int32_t* restrict length_1,
        const int32_t* restrict xs,
        int32_t* restrict failure,
        int32_t xs_length) {
    int32_t* restrict tile = malloc((uint64_t)xs_length * 4);
    int32_t* restrict tile1 = malloc((uint64_t)xs_length * 4);
    for (int32_t l = 0; l < xs_length; l += 1) {  // line 35
        tile[l] = xs[l];
    }
    int32_t length_2 = xs_length;  // line 30
    bool again = 1 < xs_length;
    while (again) {
        again = false;
        const int32_t n = length_2;  // line 34
        int32_t length_3 = quot_i32((int32_t)((uint32_t)n + 1), 2);  // line 33
        if (length_3 < 0 || length_3 > 2147483647) {
            __sync_val_compare_and_swap(failure, 0, 1);
            length_3 = 0;
        }
        int32_t checked = length_3 <= xs_length ? 0 : 1;
        if (checked < 0 || checked > 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
            checked = 0;
        }
        if (length_3 <= xs_length) {  // line 30
            for (int32_t l = 0; l < length_3; l += 1) {  // line 33
                bool c = (int32_t)((uint32_t)2 * l + 1) < n;  // line 34
                int32_t at = 0;
                int32_t at1 = 0;
                int32_t at2 = 0;
                if (c) {
                    int32_t at3 = (uint32_t)2 * l;
                    if (at3 < 0 || at3 > n - 1) {
                        __sync_val_compare_and_swap(failure, 0, 3);
                        at3 = 0;
                    }
                    at = at3;
                    int32_t at4 = (uint32_t)2 * l + 1;
                    if (at4 < 0 || at4 > n - 1) {
                        __sync_val_compare_and_swap(failure, 0, 4);
                        at4 = 0;
                    }
                    at1 = at4;
                } else {
                    int32_t at3 = (uint32_t)2 * l;
                    if (at3 < 0 || at3 > n - 1) {
                        __sync_val_compare_and_swap(failure, 0, 5);
                        at3 = 0;
                    }
                    at2 = at3;
                }
                const int32_t at3 = at;
                const int32_t at4 = at1;
                const int32_t at5 = at2;
                tile1[l] = c ? (int32_t)((uint32_t)tile[at3] + tile[at4]) : tile[at5];
            }
            bool again1 = 1 < length_3;  // line 30
            if (again1) {
                int32_t length_4 = quot_i32((int32_t)((uint32_t)length_3 + 1), 2);  // line 33
                if (length_4 < 0 || length_4 > 2147483647) {
                    __sync_val_compare_and_swap(failure, 0, 1);
                    length_4 = 0;
                }
                int32_t checked1 = length_4 <= xs_length ? 0 : 1;
                if (checked1 < 0 || checked1 > 0) {
                    __sync_val_compare_and_swap(failure, 0, 2);
                    checked1 = 0;
                }
                if (length_4 <= xs_length) {  // line 30
                    for (int32_t l = 0; l < length_4; l += 1) {  // line 33
                        bool c = (int32_t)((uint32_t)2 * l + 1) < length_3;  // line 34
                        int32_t at = 0;
                        int32_t at1 = 0;
                        int32_t at2 = 0;
                        if (c) {
                            int32_t at3 = (uint32_t)2 * l;
                            if (at3 < 0 || at3 > length_3 - 1) {
                                __sync_val_compare_and_swap(failure, 0, 3);
                                at3 = 0;
                            }
                            at = at3;
                            int32_t at4 = (uint32_t)2 * l + 1;
                            if (at4 < 0 || at4 > length_3 - 1) {
                                __sync_val_compare_and_swap(failure, 0, 4);
                                at4 = 0;
                            }
                            at1 = at4;
                        } else {
                            int32_t at3 = (uint32_t)2 * l;
                            if (at3 < 0 || at3 > length_3 - 1) {
                                __sync_val_compare_and_swap(failure, 0, 5);
                                at3 = 0;
                            }
                            at2 = at3;
                        }
                        const int32_t at3 = at;
                        const int32_t at4 = at1;
                        const int32_t at5 = at2;
                        tile[l] = c ? (int32_t)((uint32_t)tile1[at3] + tile1[at4]) : tile1[at5];
                    }
                    length_2 = length_4;  // line 30
                    again = 1 < length_4;
                }
            } else {
                for (int32_t l = 0; l < length_3; l += 1) {
                    tile[l] = tile1[l];
                }
                length_2 = length_3;
                again = false;
            }
        }
    }
    const int32_t n = length_2;
    for (int32_t l = 0; l < n; l += 1) {
        out[l] = tile[l];
    }
    length_1[0] = n;
    free(tile1);
    free(tile);
}

