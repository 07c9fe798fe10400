// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

void main_1(int32_t* restrict out, const int32_t* restrict xs, int32_t xs_length) {  // line 25
    int32_t* restrict tile = malloc((uint64_t)xs_length * 4);
    int32_t* restrict tile1 = malloc((uint64_t)xs_length * 4);
    for (int32_t l = 0; l < xs_length; l += 1) {
        tile[l] = xs[l];
    }
    int32_t length_1 = xs_length;
    bool again = 1 != xs_length;
    while (again) {
        const int32_t n = length_1;
        for (int32_t l = 0; l < n / 2; l += 1) {  // line 20
            tile1[l] = (uint32_t)tile[2 * l] + tile[2 * l + 1];  // line 25
        }
        bool again1 = 1 != n / 2;
        if (again1) {
            for (int32_t l = 0; l < n / 2 / 2; l += 1) {  // line 20
                tile[l] = (uint32_t)tile1[2 * l] + tile1[2 * l + 1];  // line 25
            }
            length_1 = n / 2 / 2;
            again = 1 != n / 2 / 2;
        } else {
            for (int32_t l = 0; l < n / 2; l += 1) {
                tile[l] = tile1[l];
            }
            length_1 = n / 2;
            again = false;
        }
    }
    out[0] = tile[0];
    free(tile1);
    free(tile);
}

