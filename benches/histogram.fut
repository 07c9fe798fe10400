-- An in-place loop: a histogram of 5,000,000 steps over 1,000 bins.
-- ==
-- input { 10i64 4i64 } output { [3i32, 2i32, 2i32, 3i32] }

def main (steps: i64) (bins: i64): [bins]i32 =
  loop h = replicate bins 0
  for i < steps do
    let b = (i * 7919) % bins
    in h with [b] = h[b] + 1
