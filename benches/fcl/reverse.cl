// Reversal by hand: a group of 256 items moves 1024 elements, an item four of them that lie 256 apart. The chunk divides the length.

#define ITEMS 256
#define CHUNK 1024

kernel void reverse(const global int *restrict xs, global int *restrict ys, int n) {
  int start = CHUNK * get_group_id(0);
  for (int k = get_local_id(0); k < CHUNK; k += ITEMS) ys[start + k] = xs[n - 1 - start - k];
}
