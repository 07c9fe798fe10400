-- The elements of an array literal have one shape.
-- rules: FUT-E-ARRAY
-- refuses: FUT-E-COERCE/size
-- ==
-- input { 1i64 1i64 }
-- output { [[0i64], [0i64]] }
-- input { 1i64 2i64 }
-- error: FUT-E-

def some (n: i64): []i64 = iota n
def main (n: i64) (m: i64) =
  let xs = some n
  let ys = some m
  in [xs :> [n]i64, ys :> [n]i64]
