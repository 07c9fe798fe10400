-- A function may take arrays of a size that goes out of scope if an array beside it has that size.
-- rules: FUT-SZ-SCOPE
-- ==
-- input { 7i64 3i64 }
-- output { 2i64 }

def main (a: i64) (b: i64) =
  let (ys, f) =
    let (k, _) = (a / b, a % b)
    in (iota k, \(xs: [k]i64) -> length (zip xs (iota k)))
  in f ys
