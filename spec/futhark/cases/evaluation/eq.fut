-- Equality compares all parts of arrays, records and sums; NaN equals nothing.
-- rules: FUT-E-EQ
-- ==
-- input { [1i32,2i32] [1i32,2i32] f64.nan }
-- output { true true false false true }

type s = #a i32 | #b
def main [n] (xs: [n]i32) (ys: [n]i32) (x: f64) =
  let p: s = #a 1
  let q: s = #b
  in (xs == ys, {a = 1i32, b = (true, xs)} == {a = 1, b = (true, ys)}, p == q, [x] == [x], [x] != [x])
