-- A size that a lambda's body makes is existential in the lambda's type.
-- rules: FUT-SZ-LAMRET
-- ==
-- input { [3i32,-3i32] }
-- output { 1i64 }

def main (xs: []i32) =
  let keep = \(ys: []i32) -> filter (> 0) ys
  in length (keep xs)
