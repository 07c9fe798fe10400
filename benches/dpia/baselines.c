// The five programs of the benchmark as plain loops in C with OpenMP: what the code that Elder generates for
// processors is measured against. Each loop is what a C programmer writes first, in the order of the loops that
// the compiler vectorises; nothing is tiled, no intrinsics are used. The `-simd` variants let the compiler reorder
// the additions of a sum as well (`omp simd reduction`), which the plain ones do not allow it: they are the
// stronger yardstick and are reported beside the plain ones.
//
// Build:  gcc -O3 -march=native -fopenmp -o baselines baselines.c -lm
// Use:    baselines PROGRAM SIZE RUNS        PROGRAM: scal asum asum-simd dot dot-simd gemv gemv-simd matmul copy
//         SIZE is the number of elements for scal, asum, dot and copy, the side of the matrix for gemv and matmul.
// Prints one line: the program, the size, the median time in milliseconds, and a checksum of the result.

#include <math.h>
#include <omp.h>
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

int main(int argc, char **argv) {
  if (argc != 4) {
    fprintf(stderr, "usage: %s PROGRAM SIZE RUNS\n", argv[0]);
    return 2;
  }
  const char *name = argv[1];
  int n = atoi(argv[2]), runs = atoi(argv[3]), warm = 2;
  int square = !strncmp(name, "gemv", 4) || !strncmp(name, "matmul", 6);
  size_t elements = square ? (size_t)n * (size_t)n : (size_t)n;
  float *xs = malloc(elements * sizeof(float)), *ys = malloc(elements * sizeof(float));
  float *out = calloc(elements, sizeof(float));
  double *times = malloc((size_t)(runs + warm) * sizeof(double));
  if (!xs || !ys || !out || !times || runs < 1) {
    fprintf(stderr, "out of memory, or no runs\n");
    return 2;
  }
  // The same inputs as the benchmark gives Elder's programs: a linear congruence, one draw each in turn.
  unsigned state = 12345;
  for (size_t i = 0; i < elements; i++) {
    state = state * 1664525u + 1013904223u;
    xs[i] = (float)(state >> 9) / 8388608.0f - 0.5f;
    state = state * 1664525u + 1013904223u;
    ys[i] = (float)(state >> 9) / 8388608.0f - 0.5f;
  }
  float result = 0;
  for (int run = 0; run < runs + warm; run++) {
    double start = now();
    if (!strcmp(name, "scal")) scal(n, 1.5f, xs, out);
    else if (!strcmp(name, "copy")) copy(n, xs, out);
    else if (!strcmp(name, "asum")) result = asum(n, xs);
    else if (!strcmp(name, "asum-simd")) result = asum_simd(n, xs);
    else if (!strcmp(name, "dot")) result = dot(n, xs, ys);
    else if (!strcmp(name, "dot-simd")) result = dot_simd(n, xs, ys);
    else if (!strcmp(name, "gemv")) gemv(n, 1.5f, 0.75f, xs, ys, ys, out);
    else if (!strcmp(name, "gemv-simd")) gemv_simd(n, 1.5f, 0.75f, xs, ys, ys, out);
    else if (!strcmp(name, "matmul")) matmul(n, xs, ys, out);
    else {
      fprintf(stderr, "no such program: %s\n", name);
      return 2;
    }
    times[run] = now() - start;
  }
  double sum = result;
  for (size_t i = 0; i < elements; i += 97) sum += out[i];
  qsort(times + warm, (size_t)runs, sizeof(double), ascending);
  printf("%s %d %.4f %.6g\n", name, n, times[warm + runs / 2], sum);
  return 0;
}
