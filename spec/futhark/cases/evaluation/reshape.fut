-- `flatten` and `unflatten` keep the elements in row-major order.
-- rules: FUT-E-RESHAPE
-- ==
-- input { 2i64 3i64 }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64] [[0i64, 1i64, 2i64], [3i64, 4i64, 5i64]] }

def main (n: i64) (m: i64) =
  let xs = unflatten (iota (n * m))
  in (flatten xs, xs)
