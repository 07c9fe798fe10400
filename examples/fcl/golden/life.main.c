// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

void main_1(const uint8_t* restrict a, uint8_t* restrict array, int32_t a_length) {  // line 22
    #pragma omp parallel for
    for (int32_t i = 0; i < a_length; i += 1) {
        array[i] = a[i];
    }
}

void main_2(int32_t* restrict length_2, int32_t a_length) {
    length_2[0] = a_length;
}

void main_3(
        const uint8_t* restrict array,
        uint8_t* restrict array1,
        int32_t* restrict failure,
        int32_t height,
        int32_t n,
        int32_t width) {
    #pragma omp parallel for
    for (int32_t i = 0; i < width * height; i += 1) {
        int32_t at = (height + i / width - 1) % height * width + (width + i % width - 1) % width;  // line 16
        if (at < 0 || at > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 1);
            at = 0;
        }
        int32_t at1 = (height + i / width - 1) % height * width + i % width;
        if (at1 < 0 || at1 > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 1);
            at1 = 0;
        }
        int32_t at2 = (height + i / width - 1) % height * width + (i % width + 1) % width;
        if (at2 < 0 || at2 > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 1);
            at2 = 0;
        }
        int32_t at3 = i / width * width + (width + i % width - 1) % width;
        if (at3 < 0 || at3 > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 1);
            at3 = 0;
        }
        int32_t at4 = i / width * width + (i % width + 1) % width;
        if (at4 < 0 || at4 > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 1);
            at4 = 0;
        }
        int32_t at5 = (i / width + 1) % height * width + (width + i % width - 1) % width;
        if (at5 < 0 || at5 > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 1);
            at5 = 0;
        }
        int32_t at6 = (i / width + 1) % height * width + i % width;
        if (at6 < 0 || at6 > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 1);
            at6 = 0;
        }
        int32_t at7 = (i / width + 1) % height * width + (i % width + 1) % width;
        if (at7 < 0 || at7 > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 1);
            at7 = 0;
        }
        uint8_t around = (uint8_t)((uint8_t)((uint8_t)((uint8_t)((uint8_t)((uint8_t)((uint8_t)(array[at] + array[at1]) + array[at2]) + array[at3]) + array[at4]) + array[at5]) + array[at6]) + array[at7]);  // line 17
        int32_t at8 = i;  // line 18
        if (at8 < 0 || at8 > n - 1) {
            __sync_val_compare_and_swap(failure, 0, 2);
            at8 = 0;
        }
        array1[i] = (around == 3) | ((around == 2) & (array[at8] == 1)) ? 1 : 0;
    }
}

void main_4(uint8_t* restrict array, const uint8_t* restrict array1, int32_t height, int32_t width) {  // line 22
    #pragma omp parallel for
    for (int32_t i = 0; i < width * height; i += 1) {
        array[i] = array1[i];
    }
}

void main_5(int32_t* restrict length_2, int32_t height, int32_t width) {
    length_2[0] = width * height;
}

void main_6(uint8_t* restrict out, const uint8_t* restrict array, int32_t n1) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n1; i += 1) {
        out[i] = array[i];
    }
}

void main_7(int32_t* restrict length_1, int32_t n1) {
    length_1[0] = n1;
}

