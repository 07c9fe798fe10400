// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline uint32_t shl_u32(uint32_t a, uint32_t b) {
    return (uint32_t)b < 32 ? (uint32_t)((uint32_t)a << b) : 0;
}

static inline uint32_t shr_u32(uint32_t a, uint32_t b) {
    return (uint32_t)b < 32 ? (uint32_t)((uint32_t)a >> b) : 0;
}

void main_1(const uint32_t* restrict seeds, uint32_t* restrict seed, int32_t part) {  // line 24
    seed[0] = seeds[part];
}

void main_2(uint32_t* restrict out, const uint32_t* restrict seed, int32_t n, int32_t part) {  // line 20
    #pragma omp parallel for
    for (int32_t i = 0; i < n / 4; i += 1) {
        uint32_t sum = seed[0];  // line 24
        for (int32_t i1 = 0; i1 < 4 * i; i1 += 1) {  // line 15
            uint32_t a = sum ^ shl_u32(sum, 13u & 31u);  // line 11
            uint32_t b = a ^ shr_u32(a, 17u & 31u);  // line 12
            sum = b ^ shl_u32(b, 5u & 31u);  // line 13
        }
        uint32_t sum1 = sum;  // line 20
        #pragma GCC unroll 4
        for (int32_t i1 = 0; i1 < 4; i1 += 1) {
            uint32_t a = sum1 ^ shl_u32(sum1, 13u & 31u);  // line 11
            uint32_t b = a ^ shr_u32(a, 17u & 31u);  // line 12
            sum1 = b ^ shl_u32(b, 5u & 31u);  // line 13
            out[n * part + 4 * i + i1] = sum1;  // line 20
        }
    }
}

