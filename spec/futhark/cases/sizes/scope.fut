-- A size that names something local becomes unknown when the name goes out of scope.
-- rules: FUT-SZ-SCOPE
-- ==
-- input { 7i64 3i64 }
-- output { [0i64, 1i64] }

def main (a: i64) (b: i64) =
  let (q, _) = (a / b, a % b)
  let xs = iota q
  in xs
