-- How often each remainder occurs: an array updated in place, a step at a time.
-- ==
-- input { 10i64 3i64 }
-- output { [4i32, 3i32, 3i32] }
-- input { 0i64 2i64 }
-- output { [0i32, 0i32] }

def main (steps: i64) (bins: i64): [bins]i32 =
  loop counts = replicate bins 0
  for i < steps do
    let bin = i % bins
    in counts with [bin] = counts[bin] + 1
