// The five programs of the benchmark as plain loops in C with OpenMP: what the code that Elder generates for
// processors is measured against. Each loop is what a C programmer writes first, in the order of the loops that
// the compiler vectorises; nothing is tiled, no intrinsics are used. The `-simd` variants let the compiler reorder
// the additions of a sum as well (`omp simd reduction`), which the plain ones do not allow it: they are the
// stronger yardstick and are reported beside the plain ones.
//
// Build:  gcc -O3 -march=native -fopenmp -o baselines baselines.c -lm
// Use:    baselines PROGRAM SIZE RUNS        PROGRAM: scal asum asum-simd dot dot-simd gemv gemv-simd matmul copy
//         SIZE is the number of elements for scal, asum, dot and copy, the side of the matrix for gemv and matmul.
//         Prints one line: the program, the size, the median time in milliseconds.
//         baselines reference PROGRAM SIZE COUNT
//         Prints COUNT elements of the result, one a line: its index, its value computed in double precision, the sum
//         of the magnitudes of its terms, and the number of terms, from which follows how far a float may be off.
//         For reverse, transpose and reduce, the programs of examples/fcl on SIZE words: its index and its value.

#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

static double now(void) {
  struct timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

static int ascending(const void *a, const void *b) {
  double x = *(const double *)a, y = *(const double *)b;
  return x < y ? -1 : x > y;
}

void scal(int n, float alpha, const float *restrict xs, float *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) out[i] = alpha * xs[i];
}

void copy(int n, const float *restrict xs, float *restrict out) {
#pragma omp parallel
  {
    // One block a thread, moved by the C library.
    size_t threads = (size_t)omp_get_num_threads(), thread = (size_t)omp_get_thread_num();
    size_t from = (size_t)n * thread / threads, to = (size_t)n * (thread + 1) / threads;
    memcpy(out + from, xs + from, (to - from) * sizeof(float));
  }
}

float asum(int n, const float *restrict xs) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += fabsf(xs[i]);
  return sum;
}

float asum_simd(int n, const float *restrict xs) {
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += fabsf(xs[i]);
  return sum;
}

float dot(int n, const float *restrict xs, const float *restrict ys) {
  float sum = 0;
#pragma omp parallel for reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += xs[i] * ys[i];
  return sum;
}

float dot_simd(int n, const float *restrict xs, const float *restrict ys) {
  float sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (int i = 0; i < n; i++) sum += xs[i] * ys[i];
  return sum;
}

void gemv(int n, float alpha, float beta, const float *restrict mat, const float *restrict xs,
          const float *restrict ys, float *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0;
    for (int j = 0; j < n; j++) sum += mat[(size_t)i * n + j] * xs[j];
    out[i] = alpha * sum + beta * ys[i];
  }
}

void gemv_simd(int n, float alpha, float beta, const float *restrict mat, const float *restrict xs,
               const float *restrict ys, float *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    float sum = 0;
#pragma omp simd reduction(+ : sum)
    for (int j = 0; j < n; j++) sum += mat[(size_t)i * n + j] * xs[j];
    out[i] = alpha * sum + beta * ys[i];
  }
}

void matmul(int n, const float *restrict as, const float *restrict bs, float *restrict out) {
#pragma omp parallel for
  for (int i = 0; i < n; i++) {
    for (int j = 0; j < n; j++) out[(size_t)i * n + j] = 0;
    for (int k = 0; k < n; k++)
      for (int j = 0; j < n; j++) out[(size_t)i * n + j] += as[(size_t)i * n + k] * bs[(size_t)k * n + j];
  }
}

// The generator of `elder bench`, SplitMix64 from seed 0; floats from 0 up to 1. The draws of the arrays follow each other.
static float draw(uint64_t number) {
  uint64_t z = (number + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  z = z ^ (z >> 31);
  return (float)((double)(z >> 11) / 9007199254740992.0);
}

// The same as an integer: `elder bench` draws an i32 as the low half of the 64 bits.
static uint32_t draw_word(uint64_t number) {
  uint64_t z = (number + 1) * 0x9e3779b97f4a7c15u;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
  return (uint32_t)(z ^ (z >> 31));
}

static const float ALPHA = 1.5f, BETA = 0.75f;

static int is(const char *a, const char *b) { return !strcmp(a, b); }

// Elements of the results of the FCL programs on n words, an index and a value a line: the matrix is square.
static int words(const char *name, uint64_t n, uint64_t count) {
  uint64_t side = (uint64_t)sqrt((double)n), results = is(name, "reduce") ? 1 : n;
  for (uint64_t c = 0; c < count && c < results; c++) {
    uint64_t index = count <= 1 ? 0 : (uint64_t)((double)(results - 1) * (double)c / (double)(count - 1));
    uint32_t value = 0;
    if (is(name, "reverse")) value = draw_word(n - 1 - index);
    else if (is(name, "transpose")) value = draw_word(index % side * side + index / side);
    else {
#pragma omp parallel for reduction(+ : value)
      for (uint64_t i = 0; i < n; i++) value += draw_word(i);
    }
    printf("%llu %d\n", (unsigned long long)index, (int32_t)value);
  }
  return 0;
}

// Elements of the result in double precision. The inputs are those of the entry points in `examples/dpia`:
// scal alpha xs, asum xs, dot xs ys, gemv alpha beta mat xs ys, matmul as bs.
static int reference(const char *name, uint64_t n, uint64_t count) {
  uint64_t results = is(name, "asum") || is(name, "dot") ? 1 : is(name, "matmul") ? n * n : n;
  for (uint64_t c = 0; c < count && c < results; c++) {
    uint64_t index = count <= 1 ? 0 : (uint64_t)((double)(results - 1) * (double)c / (double)(count - 1));
    double value = 0, magnitude = 0;
    uint64_t terms = 1;
    if (is(name, "scal")) {
      value = magnitude = (double)ALPHA * draw(index);
    } else if (is(name, "asum")) {
#pragma omp parallel for reduction(+ : value)
      for (uint64_t i = 0; i < n; i++) value += draw(i);
      magnitude = value, terms = n;
    } else if (is(name, "dot")) {
#pragma omp parallel for reduction(+ : value)
      for (uint64_t i = 0; i < n; i++) value += (double)draw(i) * draw(n + i);
      magnitude = value, terms = n;
    } else if (is(name, "gemv")) {
      for (uint64_t j = 0; j < n; j++) value += (double)draw(index * n + j) * draw(n * n + j);
      value = magnitude = ALPHA * value + BETA * draw(n * n + n + index), terms = n + 2;
    } else if (is(name, "matmul")) {
      uint64_t i = index / n, j = index % n;
      for (uint64_t k = 0; k < n; k++) value += (double)draw(i * n + k) * draw(n * n + k * n + j);
      magnitude = value, terms = n;
    } else {
      fprintf(stderr, "no such program: %s\n", name);
      return 2;
    }
    printf("%llu %.17g %.17g %llu\n", (unsigned long long)index, value, magnitude, (unsigned long long)terms);
  }
  return 0;
}

int main(int argc, char **argv) {
  if (argc == 5 && is(argv[1], "reference"))
    return (is(argv[2], "reverse") || is(argv[2], "transpose") || is(argv[2], "reduce") ? words : reference)(
        argv[2], strtoull(argv[3], 0, 10), strtoull(argv[4], 0, 10));
  if (argc != 4) {
    fprintf(stderr, "usage: %s PROGRAM SIZE RUNS | reference PROGRAM SIZE COUNT\n", argv[0]);
    return 2;
  }
  const char *name = argv[1];
  int n = atoi(argv[2]), runs = atoi(argv[3]), warm = 2;
  int matrix = !strncmp(name, "gemv", 4) || is(name, "matmul");
  size_t elements = matrix ? (size_t)n * (size_t)n : (size_t)n;
  float *xs = malloc(elements * sizeof(float)), *ys = malloc(elements * sizeof(float));
  float *out = calloc(elements, sizeof(float));
  double *times = malloc((size_t)(runs < 0 ? 0 : runs + warm) * sizeof(double));
  if (!xs || !ys || !out || !times || n < 1 || runs < 1) {
    fprintf(stderr, "out of memory, or nothing to do\n");
    return 2;
  }
#pragma omp parallel for
  for (size_t i = 0; i < elements; i++) xs[i] = draw(i), ys[i] = draw(elements + i);
  volatile float result = 0;
  for (int run = 0; run < runs + warm; run++) {
    double start = now();
    if (is(name, "scal")) scal(n, ALPHA, xs, out);
    else if (is(name, "copy")) copy(n, xs, out);
    else if (is(name, "asum")) result = asum(n, xs);
    else if (is(name, "asum-simd")) result = asum_simd(n, xs);
    else if (is(name, "dot")) result = dot(n, xs, ys);
    else if (is(name, "dot-simd")) result = dot_simd(n, xs, ys);
    else if (is(name, "gemv")) gemv(n, ALPHA, BETA, xs, ys, ys + n, out);
    else if (is(name, "gemv-simd")) gemv_simd(n, ALPHA, BETA, xs, ys, ys + n, out);
    else if (is(name, "matmul")) matmul(n, xs, ys, out);
    else {
      fprintf(stderr, "no such program: %s\n", name);
      return 2;
    }
    times[run] = now() - start;
  }
  (void)result;
  qsort(times + warm, (size_t)runs, sizeof(double), ascending);
  printf("%s %d %.4f\n", name, n, times[warm + runs / 2]);
  return 0;
}
