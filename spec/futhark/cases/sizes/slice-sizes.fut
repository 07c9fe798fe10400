-- Slices have sizes that follow from their bounds.
-- rules: FUT-SZ-SLICE
-- ==
-- input { [1i32,2i32,3i32,4i32] 1i64 3i64 }
-- output { [2i32, 3i32] [1i32, 2i32, 3i32] [2i32, 3i32, 4i32] [4i32, 3i32, 2i32, 1i32] }

def main [n] (xs: [n]i32) (i: i64) (j: i64): ([j - i]i32, [j]i32, [n - i]i32, [n]i32) =
  (xs[i:j], xs[:j], xs[i:], xs[::-1])
