// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

void turn(int32_t* restrict out, const int32_t* restrict xs, int32_t xs_length) {  // line 41
    int32_t* restrict tile = malloc((uint64_t)xs_length * 4);
    int32_t* restrict tile1 = malloc((uint64_t)xs_length * 4);
    for (int32_t l = 0; l < xs_length; l += 1) {
        tile[l] = xs[l];
    }
    bool again = tile[0] != 3;
    while (again) {
        for (int32_t l = 0; l < xs_length; l += 1) {
            tile1[l] = tile[xs_length - l - 1];
        }
        bool again1 = tile1[0] != 3;
        if (again1) {
            for (int32_t l = 0; l < xs_length; l += 1) {
                tile[l] = tile1[xs_length - l - 1];
            }
            again = tile[0] != 3;
        } else {
            for (int32_t l = 0; l < xs_length; l += 1) {
                tile[l] = tile1[l];
            }
            again = false;
        }
    }
    for (int32_t l = 0; l < xs_length; l += 1) {
        out[l] = tile[l];
    }
    free(tile1);
    free(tile);
}

