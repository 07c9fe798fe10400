// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

void any_1(  // line 30
        int32_t* restrict out,
        int32_t* restrict length_1,
        const int32_t* restrict xs,
        int32_t xs_length) {
    int32_t* restrict tile = malloc((uint64_t)xs_length * 4);
    int32_t* restrict tile1 = malloc((uint64_t)xs_length * 4);
    for (int32_t l = 0; l < xs_length; l += 1) {  // line 35
        tile[l] = xs[l];
    }
    int32_t length_2 = xs_length;  // line 30
    bool again = 1 < xs_length;
    while (again) {
        const int32_t n = length_2;
        for (int32_t l = 0; l < (n + 1) / 2; l += 1) {  // line 33
            tile1[l] = 2 * l + 1 < n ? (int32_t)((uint32_t)tile[2 * l] + tile[2 * l + 1]) : tile[2 * l];  // line 34
        }
        bool again1 = 1 < (n + 1) / 2;  // line 30
        if (again1) {
            for (int32_t l = 0; l < ((n + 1) / 2 + 1) / 2; l += 1) {  // line 33
                tile[l] = 2 * l + 1 < (n + 1) / 2 ? (int32_t)((uint32_t)tile1[2 * l] + tile1[2 * l + 1]) : tile1[2 * l];  // line 34
            }
            length_2 = ((n + 1) / 2 + 1) / 2;  // line 30
            again = 1 < ((n + 1) / 2 + 1) / 2;
        } else {
            for (int32_t l = 0; l < (n + 1) / 2; l += 1) {
                tile[l] = tile1[l];
            }
            length_2 = (n + 1) / 2;
            again = false;
        }
    }
    const int32_t n = length_2;
    if (n <= 1) {
        for (int32_t l = 0; l < n; l += 1) {
            out[l] = tile[l];
        }
        length_1[0] = n;
    }
    free(tile1);
    free(tile);
}

