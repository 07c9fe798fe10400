// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

static inline int32_t rem_i32(int32_t a, int32_t b) {
    return b == 0 || b == -1 ? 0 : a % b;
}

static inline void note_failure(int32_t* record, int32_t site, int64_t first, int64_t second) {
    if (__sync_val_compare_and_swap(record, 0, site) == 0) {
        record[1] = (int32_t)first;
        record[2] = (int32_t)((uint64_t)first >> 32);
        record[3] = (int32_t)second;
        record[4] = (int32_t)((uint64_t)second >> 32);
    }
}

void main_1(const uint8_t* restrict a, uint8_t* restrict array, int32_t a_length) {  // line 22
    #pragma omp parallel for
    for (int32_t i = 0; i < a_length; i += 1) {
        array[i] = a[i];
    }
}

void main_2(int32_t* restrict length_2, int32_t a_length) {
    length_2[0] = a_length;
}

void main_3(const uint8_t* restrict array, uint8_t* restrict array1, int32_t a_length) {
    #pragma omp parallel for
    for (int32_t i = 0; i < a_length; i += 1) {
        array1[i] = array[i];
    }
}

void main_4(
        uint8_t* restrict array,
        const uint8_t* restrict array1,
        int32_t* restrict failure,
        int32_t height,
        int32_t n,
        int32_t width) {
    #pragma omp parallel for
    for (int32_t i = 0; i < width * height; i += 1) {
        if (height == 0) {  // line 16
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        if (width == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        int32_t at = (uint32_t)rem_i32((int32_t)((uint32_t)(i / width) + -1 + height), height) * width + rem_i32((int32_t)((uint32_t)(i % width) + -1 + width), width);
        if (at < 0 || at > n - 1) {
            note_failure(failure, 3, at, n - 1);
            at = 0;
        }
        if (height == 0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        if (width == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        int32_t at1 = (uint32_t)rem_i32((int32_t)((uint32_t)(i / width) + -1 + height), height) * width + rem_i32((int32_t)((uint32_t)(i % width) + 0 + width), width);
        if (at1 < 0 || at1 > n - 1) {
            note_failure(failure, 3, at1, n - 1);
            at1 = 0;
        }
        if (height == 0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        if (width == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        int32_t at2 = (uint32_t)rem_i32((int32_t)((uint32_t)(i / width) + -1 + height), height) * width + rem_i32((int32_t)((uint32_t)(i % width) + 1 + width), width);
        if (at2 < 0 || at2 > n - 1) {
            note_failure(failure, 3, at2, n - 1);
            at2 = 0;
        }
        if (height == 0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        if (width == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        int32_t at3 = (uint32_t)rem_i32((int32_t)((uint32_t)(i / width) + 0 + height), height) * width + rem_i32((int32_t)((uint32_t)(i % width) + -1 + width), width);
        if (at3 < 0 || at3 > n - 1) {
            note_failure(failure, 3, at3, n - 1);
            at3 = 0;
        }
        if (height == 0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        if (width == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        int32_t at4 = (uint32_t)rem_i32((int32_t)((uint32_t)(i / width) + 0 + height), height) * width + rem_i32((int32_t)((uint32_t)(i % width) + 1 + width), width);
        if (at4 < 0 || at4 > n - 1) {
            note_failure(failure, 3, at4, n - 1);
            at4 = 0;
        }
        if (height == 0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        if (width == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        int32_t at5 = (uint32_t)rem_i32((int32_t)((uint32_t)(i / width) + 1 + height), height) * width + rem_i32((int32_t)((uint32_t)(i % width) + -1 + width), width);
        if (at5 < 0 || at5 > n - 1) {
            note_failure(failure, 3, at5, n - 1);
            at5 = 0;
        }
        if (height == 0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        if (width == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        int32_t at6 = (uint32_t)rem_i32((int32_t)((uint32_t)(i / width) + 1 + height), height) * width + rem_i32((int32_t)((uint32_t)(i % width) + 0 + width), width);
        if (at6 < 0 || at6 > n - 1) {
            note_failure(failure, 3, at6, n - 1);
            at6 = 0;
        }
        if (height == 0) {
            __sync_val_compare_and_swap(failure, 0, 1);
        }
        if (width == 0) {
            __sync_val_compare_and_swap(failure, 0, 2);
        }
        int32_t at7 = (uint32_t)rem_i32((int32_t)((uint32_t)(i / width) + 1 + height), height) * width + rem_i32((int32_t)((uint32_t)(i % width) + 1 + width), width);
        if (at7 < 0 || at7 > n - 1) {
            note_failure(failure, 3, at7, n - 1);
            at7 = 0;
        }
        uint8_t around = (uint8_t)((uint8_t)((uint8_t)((uint8_t)((uint8_t)((uint8_t)((uint8_t)(array1[at] + array1[at1]) + array1[at2]) + array1[at3]) + array1[at4]) + array1[at5]) + array1[at6]) + array1[at7]);  // line 17
        int32_t at8 = i;  // line 18
        if (at8 < 0 || at8 > n - 1) {
            note_failure(failure, 4, at8, n - 1);
            at8 = 0;
        }
        array[i] = (around == 3) | ((around == 2) & (array1[at8] == 1)) ? 1 : 0;
    }
}

void main_5(const uint8_t* restrict array, uint8_t* restrict array1, int32_t height, int32_t width) {  // line 22
    #pragma omp parallel for
    for (int32_t i = 0; i < width * height; i += 1) {
        array1[i] = array[i];
    }
}

void main_6(int32_t* restrict length_2, int32_t height, int32_t width) {
    length_2[0] = width * height;
}

void main_7(uint8_t* restrict out, const uint8_t* restrict array1, int32_t n1) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n1; i += 1) {
        out[i] = array1[i];
    }
}

void main_8(int32_t* restrict length_1, int32_t n1) {
    length_1[0] = n1;
}

