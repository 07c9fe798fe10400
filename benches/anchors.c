/* The anchors by hand: C with OpenMP.

     gcc -O3 -march=native -fopenmp anchors.c -o anchors -lm
     anchors ENTRY RUNS < FILE

   FILE holds the arguments in Futhark's binary format.  Prints the milliseconds of each run behind one that warms up, a line each.  Results
   are allocated and written once before.  */

#include <math.h>
#include <omp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int64_t i64;
typedef struct { i64 dims[2]; i64 count; void *data; } array;

static void fail(const char *why) { fprintf(stderr, "anchors: %s\n", why); exit(1); }

static void *room(i64 bytes) {
  void *p = aligned_alloc(64, (size_t)((bytes + 127) / 64 * 64));
  if (!p) fail("no memory");
  return p;
}

static void need(void *to, size_t size, size_t count) {
  if (fread(to, size, count, stdin) != count) fail("the input ends early");
}

static array get(void) {
  unsigned char head[7];
  array a = {{1, 1}, 1, NULL};
  need(head, 1, 7);
  if (head[0] != 'b' || head[1] != 2 || head[2] > 2) fail("not an argument");
  need(a.dims, 8, head[2]);
  a.count = a.dims[0] * a.dims[1];
  size_t size = head[5] == '6' ? 8 : 4;
  a.data = room(a.count * (i64)size);
  need(a.data, size, (size_t)a.count);
  return a;
}

static array in[4];
static float *out, *more, *third;
static int32_t *ints;
static volatile float kept;

static float total(const float *restrict x, i64 n) {
  float s = 0;
#pragma omp simd reduction(+ : s)
  for (i64 i = 0; i < n; i++) s += x[i];
  return s;
}

static void scal(void) {
  const float *restrict x = in[0].data;
  float *restrict y = out;
#pragma omp parallel for simd
  for (i64 i = 0; i < in[0].count; i++) y[i] = 2 * x[i];
}

static void sum(void) {
  const float *restrict x = in[0].data;
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (i64 i = 0; i < in[0].count; i++) s += x[i];
  kept = s;
}

static void dot(void) {
  const float *restrict x = in[0].data, *restrict y = in[1].data;
  float s = 0;
#pragma omp parallel for simd reduction(+ : s)
  for (i64 i = 0; i < in[0].count; i++) s += x[i] * y[i];
  kept = s;
}

/* A thread's part: [from, to). */
static void part(i64 n, i64 *from, i64 *to) {
  i64 t = omp_get_thread_num(), p = omp_get_num_threads();
  *from = n * t / p;
  *to = n * (t + 1) / p;
}

static void scn(void) {
  const float *restrict x = in[0].data;
  float *restrict y = out;
  float sums[omp_get_max_threads()];
#pragma omp parallel
  {
    i64 from, to;
    part(in[0].count, &from, &to);
    sums[omp_get_thread_num()] = total(x + from, to - from);
#pragma omp barrier
    float s = 0;
    for (int t = 0; t < omp_get_thread_num(); t++) s += sums[t];
    for (i64 i = from; i < to; i++) y[i] = s += x[i];
  }
}

static void gemv(void) {
  const float *restrict a = in[0].data, *restrict x = in[1].data;
  i64 m = in[0].dims[1];
#pragma omp parallel for
  for (i64 i = 0; i < in[0].dims[0]; i++) {
    float s = 0;
#pragma omp simd reduction(+ : s)
    for (i64 j = 0; j < m; j++) s += a[i * m + j] * x[j];
    out[i] = s;
  }
}

enum { TILE = 32 };
static i64 least(i64 a, i64 b) { return a < b ? a : b; }

static void transp(void) {
  const float *restrict a = in[0].data;
  float *restrict y = out;
  i64 n = in[0].dims[0], m = in[0].dims[1];
#pragma omp parallel for collapse(2)
  for (i64 j = 0; j < m; j += TILE)
    for (i64 i = 0; i < n; i += TILE)
      for (i64 q = j; q < least(m, j + TILE); q++)
        for (i64 p = i; p < least(n, i + TILE); p++) y[q * n + p] = a[p * m + q];
}

static void matmul(void) {
  const float *restrict a = in[0].data, *restrict b = in[1].data;
  float *restrict y = out;
  i64 n = in[0].dims[0], m = in[0].dims[1], p = in[1].dims[1];
  enum { ROWS = 4, DEPTH = 128, COLUMNS = 512 };
#pragma omp parallel for
  for (i64 i = 0; i < n; i += ROWS) {
    i64 end = least(n, i + ROWS);
    memset(y + i * p, 0, (size_t)((end - i) * p) * 4);
    for (i64 jj = 0; jj < p; jj += COLUMNS)
      for (i64 kk = 0; kk < m; kk += DEPTH)
        for (i64 k = kk; k < least(m, kk + DEPTH); k++)
          for (i64 r = i; r < end; r++) {
            float f = a[r * m + k];
#pragma omp simd
            for (i64 j = jj; j < least(p, jj + COLUMNS); j++) y[r * p + j] += f * b[k * p + j];
          }
  }
}

static void histo(void) {
  const int32_t *restrict is = in[0].data;
  memset(ints, 0, 1024 * 4);
#pragma omp parallel
  {
    int32_t own[1024] = {0};
#pragma omp for nowait
    for (i64 i = 0; i < in[0].count; i++)
      if ((uint32_t)is[i] < 1024) own[is[i]]++;
#pragma omp critical
    for (int b = 0; b < 1024; b++) ints[b] += own[b];
  }
}

static void mandel(void) {
  i64 w = *(i64 *)in[0].data, h = *(i64 *)in[1].data;
#pragma omp parallel for schedule(dynamic, 8)
  for (i64 y = 0; y < h; y++)
    for (i64 x = 0; x < w; x++) {
      float cr = -2 + 3 * (float)x / (float)w, ci = -1 + 2 * (float)y / (float)h, r = 0, i = 0;
      int32_t k = 0;
      for (; k < 255 && r * r + i * i < 4; k++) {
        float t = r * r - i * i + cr;
        i = 2 * r * i + ci;
        r = t;
      }
      ints[y * w + x] = k;
    }
}

static void nbody(void) {
  const float *restrict x = in[0].data, *restrict y = in[1].data, *restrict z = in[2].data, *restrict m = in[3].data;
  i64 n = in[0].count;
#pragma omp parallel for
  for (i64 i = 0; i < n; i++) {
    float a = 0, b = 0, c = 0;
#pragma omp simd reduction(+ : a, b, c)
    for (i64 j = 0; j < n; j++) {
      float dx = x[j] - x[i], dy = y[j] - y[i], dz = z[j] - z[i];
      float d = 1 / sqrtf(dx * dx + dy * dy + dz * dz + 0.01f), s = m[j] * d * d * d;
      a += s * dx, b += s * dy, c += s * dz;
    }
    out[i] = a, more[i] = b, third[i] = c;
  }
}

static float around(const float *a, i64 n, i64 m, i64 i, i64 j) {
  i64 up = i ? i - 1 : 0, down = least(n - 1, i + 1), left = j ? j - 1 : 0, right = least(m - 1, j + 1);
  return 0.5f * a[i * m + j] + 0.125f * (a[up * m + j] + a[down * m + j] + a[i * m + left] + a[i * m + right]);
}

static void stencil(void) {
  i64 n = in[0].dims[0], m = in[0].dims[1];
  const float *from = in[0].data;
  for (int step = 0; step < 10; step++) {
    float *to = step % 2 ? more : out;
#pragma omp parallel for
    for (i64 i = 0; i < n; i++) {
      const float *restrict up = from + (i ? i - 1 : 0) * m, *restrict at = from + i * m, *restrict down = from + least(n - 1, i + 1) * m;
      float *restrict y = to + i * m;
      y[0] = around(from, n, m, i, 0);
#pragma omp simd
      for (i64 j = 1; j < m - 1; j++) y[j] = 0.5f * at[j] + 0.125f * (up[j] + down[j] + at[j - 1] + at[j + 1]);
      y[m - 1] = around(from, n, m, i, m - 1);
    }
    from = to;
  }
}

static void segsum(void) {
  i64 n = in[0].dims[0], m = in[0].dims[1];
  const float *x = in[0].data;
  if (n >= omp_get_max_threads()) {
#pragma omp parallel for
    for (i64 i = 0; i < n; i++) out[i] = total(x + i * m, m);
  } else
    for (i64 i = 0; i < n; i++) {
      float s = 0;
#pragma omp parallel for simd reduction(+ : s)
      for (i64 j = 0; j < m; j++) s += x[i * m + j];
      out[i] = s;
    }
}

static void keep(void) {
  const float *restrict x = in[0].data;
  float *restrict y = out;
  i64 counts[omp_get_max_threads()];
#pragma omp parallel
  {
    i64 from, to, c = 0;
    part(in[0].count, &from, &to);
    for (i64 i = from; i < to; i++) c += x[i] > 0;
    counts[omp_get_thread_num()] = c;
#pragma omp barrier
    i64 at = 0;
    for (int t = 0; t < omp_get_thread_num(); t++) at += counts[t];
    i64 end = at + c;
    for (i64 i = from; i < to && at < end; i++) {
      y[at] = x[i];
      at += x[i] > 0;
    }
  }
}

static const struct { const char *name; int arguments; void (*run)(void); } ENTRIES[] = {
    {"scal", 1, scal},     {"sum", 1, sum},       {"dot", 2, dot},     {"scn", 1, scn},       {"gemv", 2, gemv},     {"transp", 1, transp}, {"matmul", 2, matmul},
    {"histo", 1, histo},   {"mandel", 2, mandel}, {"nbody", 4, nbody}, {"stencil", 1, stencil}, {"segsum", 1, segsum}, {"keep", 1, keep},
};

int main(int count, char **words) {
  if (count != 3) fail("ENTRY RUNS < FILE");
  for (size_t e = 0; e < sizeof ENTRIES / sizeof *ENTRIES; e++) {
    if (strcmp(words[1], ENTRIES[e].name)) continue;
    i64 most = 1024;
    for (int a = 0; a < ENTRIES[e].arguments; a++) {
      in[a] = get();
      if (in[a].count > most) most = in[a].count;
    }
    if (ENTRIES[e].run == mandel) most = *(i64 *)in[0].data * *(i64 *)in[1].data;
    if (ENTRIES[e].run == matmul) most = in[0].dims[0] * in[1].dims[1];
    out = room(4 * most), more = room(4 * most), third = room(4 * most), ints = room(4 * most);
    ENTRIES[e].run();
    for (int run = atoi(words[2]); run > 0; run--) {
      double start = omp_get_wtime();
      ENTRIES[e].run();
      printf("%.6f\n", (omp_get_wtime() - start) * 1e3);
    }
    return 0;
  }
  fail("no such entry point");
}
