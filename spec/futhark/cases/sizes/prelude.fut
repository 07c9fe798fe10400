-- The prelude's functions say what sizes they give.
-- rules: FUT-SZ-EQ, FUT-SZ-ARG
-- ==
-- input { [1i32,2i32,3i32,4i32] }
-- output { [1i32, 2i32, 3i32, 4i32, 1i32] [[1i32, 2i32], [3i32, 4i32]] [1i32, 2i32] [3i32, 4i32] }

def main (xs: [4]i32): ([4 + 1]i32, [2][2]i32, [2]i32, [4 - 2]i32) =
  (xs ++ [1], unflatten (xs :> [2 * 2]i32), take 2 xs, drop 2 xs)
