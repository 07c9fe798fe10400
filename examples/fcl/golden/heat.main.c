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

void main_1(const float* restrict a, float* restrict array, int32_t a_length) {  // line 22
    #pragma omp parallel for
    for (int32_t i = 0; i < a_length; i += 1) {
        array[i] = a[i];
    }
}

void main_2(int32_t* restrict length_2, int32_t a_length) {  // line 21
    length_2[0] = a_length;
}

void main_3(const float* restrict array, float* restrict array1, int32_t a_length) {
    #pragma omp parallel for
    for (int32_t i = 0; i < a_length; i += 1) {
        array1[i] = array[i];
    }
}

void main_4(  // line 22
        float* restrict array,
        const float* restrict array1,
        int32_t* restrict failure,
        int32_t height,
        int32_t n,
        int32_t width) {
    #pragma omp parallel for
    for (int32_t i = 0; i < width * height; i += 1) {
        int32_t at = (uint32_t)(i / width) * width + i % width;  // line 12
        if (at < 0 || at > n - 1) {
            note_failure(failure, 1, at, n - 1);
            at = 0;
        }
        float here = array1[at];  // line 21
        bool inside = (0 < i % width) & (i % width < width - 1) & (0 < i / width) & (i / width < height - 1);  // line 14
        int32_t at1 = 0;  // line 15
        int32_t at2 = 0;
        int32_t at3 = 0;
        int32_t at4 = 0;
        if (inside) {
            int32_t at5 = (uint32_t)(i / width) * width + (i % width - 1);  // line 12
            if (at5 < 0 || at5 > n - 1) {
                note_failure(failure, 1, at5, n - 1);
                at5 = 0;
            }
            at1 = at5;  // line 15
            int32_t at6 = (uint32_t)(i / width) * width + (i % width + 1);  // line 12
            if (at6 < 0 || at6 > n - 1) {
                note_failure(failure, 1, at6, n - 1);
                at6 = 0;
            }
            at2 = at6;  // line 15
            int32_t at7 = (uint32_t)(i / width - 1) * width + i % width;  // line 12
            if (at7 < 0 || at7 > n - 1) {
                note_failure(failure, 1, at7, n - 1);
                at7 = 0;
            }
            at3 = at7;  // line 15
            int32_t at8 = (uint32_t)(i / width + 1) * width + i % width;  // line 12
            if (at8 < 0 || at8 > n - 1) {
                note_failure(failure, 1, at8, n - 1);
                at8 = 0;
            }
            at4 = at8;  // line 15
        }
        const int32_t at5 = at1;  // line 12
        const int32_t at6 = at2;
        const int32_t at7 = at3;
        const int32_t at8 = at4;
        array[i] = inside ? here + 0.1f * (array1[at5] + array1[at6] + array1[at7] + array1[at8] - 4.0f * here) : here;  // line 15
    }
}

void main_5(const float* restrict array, float* restrict array1, int32_t height, int32_t width) {  // line 21
    #pragma omp parallel for
    for (int32_t i = 0; i < width * height; i += 1) {
        array1[i] = array[i];
    }
}

void main_6(int32_t* restrict length_2, int32_t height, int32_t width) {
    length_2[0] = width * height;
}

void main_7(float* restrict out, const float* restrict array1, int32_t n1) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n1; i += 1) {
        out[i] = array1[i];
    }
}

void main_8(int32_t* restrict length_1, int32_t n1) {
    length_1[0] = n1;
}

