-- Size parameters make the sizes of absent constructors known.
-- rules: FUT-SZ-SUMS
-- ==
-- input { [4i32,5i32] }
-- output { 2i64 }

type either [n] [m] = #ints ([n]i32) | #reals ([m]f32)
def main [n] (xs: [n]i32) =
  let v: either [n] [0] = #ints xs
  in match v case #ints ys -> length ys case #reals ys -> length ys
