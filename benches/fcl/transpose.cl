// Tiled transpose by hand: a group of 512 items takes a tile of 64 by 64 through local memory. The rows of the tile lie 65 words apart
// there, so that the 32 items that read a part of a column of it meet in no bank. The tile divides both sides of the matrix.

#define ITEMS 512
#define SIDE 64

kernel void transpose(const global int *restrict xs, global int *restrict ys, int rows, int cols) {
  local int tile[SIDE * (SIDE + 1)];
  int per_row = cols / SIDE;
  int top = get_group_id(0) / per_row * SIDE, left = get_group_id(0) % per_row * SIDE;
  for (int k = get_local_id(0); k < SIDE * SIDE; k += ITEMS)
    tile[k / SIDE * (SIDE + 1) + k % SIDE] = xs[(top + k / SIDE) * cols + left + k % SIDE];
  barrier(CLK_LOCAL_MEM_FENCE);
  for (int k = get_local_id(0); k < SIDE * SIDE; k += ITEMS)
    ys[(left + k / SIDE) * rows + top + k % SIDE] = tile[k % SIDE * (SIDE + 1) + k / SIDE];
}
