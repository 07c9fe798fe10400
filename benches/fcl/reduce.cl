// Reduction by hand: an item of a group of 256 adds up 16 elements that lie 256 apart, and the group adds up what its items have in a
// tree in local memory; 4096 divides the length. One more group adds up the sums of the groups.

#define ITEMS 256
#define EACH 16
#define LAST 1024

kernel void reduce(const global int *restrict xs, global int *restrict sums) {
  local int tree[ITEMS];
  int l = get_local_id(0), start = ITEMS * EACH * get_group_id(0) + l;
  int sum = 0;
  for (int k = 0; k < EACH; k++) sum += xs[start + ITEMS * k];
  tree[l] = sum;
  for (int width = ITEMS / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < width) tree[l] += tree[l + width];
  }
  if (l == 0) sums[get_group_id(0)] = tree[0];
}

kernel void last(const global int *restrict sums, global int *restrict total, int n) {
  local int tree[LAST];
  int l = get_local_id(0);
  int sum = 0;
  for (int k = l; k < n; k += LAST) sum += sums[k];
  tree[l] = sum;
  for (int width = LAST / 2; width > 0; width /= 2) {
    barrier(CLK_LOCAL_MEM_FENCE);
    if (l < width) tree[l] += tree[l + width];
  }
  if (l == 0) *total = tree[0];
}
