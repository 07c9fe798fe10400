// Compile with -fopenmp -ffp-contract=off, and -lm.
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>
#include <stdlib.h>

static inline int32_t max_i32(int32_t a, int32_t b) {
    return a > b ? a : b;
}

static inline int64_t min_i64(int64_t a, int64_t b) {
    return a < b ? a : b;
}

static inline int64_t max_i64(int64_t a, int64_t b) {
    return a > b ? a : b;
}

// of line 46 of <prelude>/array.fut
void elder_kernel_0_main_is(int64_t* restrict out, int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        out[i] = (int64_t)i;  // line 46
    }
}

#define note_failure elder_1_note_failure
static inline void note_failure(int32_t* record, int32_t site, int64_t first, int64_t second) {
    if (__sync_val_compare_and_swap(record, 0, site) == 0) {
        record[1] = (int32_t)first;
        record[2] = (int32_t)((uint64_t)first >> 32);
        record[3] = (int32_t)second;
        record[4] = (int32_t)((uint64_t)second >> 32);
    }
}

// of line 7 of <prelude>/soacs.fut
void elder_kernel_1_main_x(
        float* restrict out,
        int64_t n_1,
        int64_t m_1,
        const int64_t* restrict is,
        const float* restrict xss,
        int32_t* restrict failure,
        int32_t m,
        int32_t n) {
    #pragma omp parallel for
    for (int32_t i = 0; i < n; i += 1) {
        int64_t x = is[i];  // line 7
        float* restrict blank = malloc((uint64_t)max_i32(1, m) * 4);
        for (int32_t j = 0; j < m; j += 1) {
            int64_t x_1 = (int64_t)j;
            int64_t x_2 = (uint64_t)n_1 - 1l;  // line 9
            int64_t x_3 = min_i64(x_2, x);
            int64_t x_4 = max_i64(0l, x_3);
            int64_t x_5 = (uint64_t)m_1 - 1l;
            int64_t x_6 = min_i64(x_5, x_1);
            int64_t x_7 = max_i64(0l, x_6);
            bool holds = x_4 >= 0l;
            bool holds_1 = x_4 < n_1;
            bool holds_2 = holds & holds_1;
            if (holds_2) {
                bool holds_3 = x_7 >= 0l;
                bool holds_4 = x_7 < m_1;
                bool holds_5 = holds_3 & holds_4;
                if (holds_5) {
                    const int32_t at = (int32_t)(int64_t)(x_7 + (uint64_t)m_1 * x_4);
                    float x_8 = xss[at];
                    float x_9 = 0.5f * x_8;  // line 12
                    int64_t x_10 = (uint64_t)x - 1l;
                    int64_t x_11 = min_i64(x_2, x_10);  // line 9
                    int64_t x_12 = max_i64(0l, x_11);
                    bool holds_6 = x_12 >= 0l;
                    bool holds_7 = x_12 < n_1;
                    bool holds_8 = holds_6 & holds_7;
                    if (holds_8) {
                        bool holds_9 = x_7 >= 0l;
                        bool holds_10 = x_7 < m_1;
                        bool holds_11 = holds_9 & holds_10;
                        if (holds_11) {
                            const int32_t at1 = (int32_t)(int64_t)(x_7 + (uint64_t)m_1 * x_12);
                            float x_13 = xss[at1];
                            int64_t x_14 = (uint64_t)x + 1l;  // line 12
                            int64_t x_15 = min_i64(x_2, x_14);  // line 9
                            int64_t x_16 = max_i64(0l, x_15);
                            bool holds_12 = x_16 >= 0l;
                            bool holds_13 = x_16 < n_1;
                            bool holds_14 = holds_12 & holds_13;
                            if (holds_14) {
                                bool holds_15 = x_7 >= 0l;
                                bool holds_16 = x_7 < m_1;
                                bool holds_17 = holds_15 & holds_16;
                                if (holds_17) {
                                    const int32_t at2 = (int32_t)(int64_t)(x_7 + (uint64_t)m_1 * x_16);
                                    float x_17 = xss[at2];
                                    float x_18 = x_13 + x_17;  // line 12
                                    int64_t x_19 = (uint64_t)x_1 - 1l;
                                    int64_t x_20 = min_i64(x_5, x_19);  // line 9
                                    int64_t x_21 = max_i64(0l, x_20);
                                    bool holds_18 = x_4 >= 0l;
                                    bool holds_19 = x_4 < n_1;
                                    bool holds_20 = holds_18 & holds_19;
                                    if (holds_20) {
                                        bool holds_21 = x_21 >= 0l;
                                        bool holds_22 = x_21 < m_1;
                                        bool holds_23 = holds_21 & holds_22;
                                        if (holds_23) {
                                            const int32_t at3 = (int32_t)(int64_t)(x_21 + (uint64_t)m_1 * x_4);
                                            float x_22 = xss[at3];
                                            float x_23 = x_18 + x_22;  // line 12
                                            int64_t x_24 = (uint64_t)x_1 + 1l;
                                            int64_t x_25 = min_i64(x_5, x_24);  // line 9
                                            int64_t x_26 = max_i64(0l, x_25);
                                            bool holds_24 = x_4 >= 0l;
                                            bool holds_25 = x_4 < n_1;
                                            bool holds_26 = holds_24 & holds_25;
                                            if (holds_26) {
                                                bool holds_27 = x_26 >= 0l;
                                                bool holds_28 = x_26 < m_1;
                                                bool holds_29 = holds_27 & holds_28;
                                                if (holds_29) {
                                                    const int32_t at4 = (int32_t)(int64_t)(x_26 + (uint64_t)m_1 * x_4);
                                                    float x_27 = xss[at4];
                                                    float x_28 = x_23 + x_27;  // line 12
                                                    float x_29 = 0.125f * x_28;
                                                    float x_30 = x_9 + x_29;
                                                    blank[j] = x_30;
                                                } else {  // line 9
                                                    note_failure(failure, 1, x_26, m_1);
                                                }
                                            } else {
                                                note_failure(failure, 1, x_4, n_1);
                                            }
                                        } else {
                                            note_failure(failure, 1, x_21, m_1);
                                        }
                                    } else {
                                        note_failure(failure, 1, x_4, n_1);
                                    }
                                } else {
                                    note_failure(failure, 1, x_7, m_1);
                                }
                            } else {
                                note_failure(failure, 1, x_16, n_1);
                            }
                        } else {
                            note_failure(failure, 1, x_7, m_1);
                        }
                    } else {
                        note_failure(failure, 1, x_12, n_1);
                    }
                } else {
                    note_failure(failure, 1, x_7, m_1);
                }
            } else {
                note_failure(failure, 1, x_4, n_1);
            }
        }
        for (int32_t k = 0; k < m; k += 1) {  // line 7
            out[i * m + k] = blank[k];
        }
        free(blank);
    }
}

#undef note_failure
