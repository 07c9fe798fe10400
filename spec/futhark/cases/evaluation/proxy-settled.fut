-- A coercion computes its sizes where it stands: what they mention may be consumed before the function is applied.
-- rules: FUT-E-PROXY
-- refuses: FUT-E-PROXY/result
-- ==
-- input { [1i64, 2i64, 3i64, 4i64] }
-- output { [5i64, 5i64, 5i64, 5i64] [0i64, 2i64, 3i64, 4i64] }
-- input { [1i64, 2i64, 3i64] }
-- error: FUT-E-PROXY

def g (x: i64) : [4]i64 = replicate 4 x

def main (xs: *[]i64) =
  let f = g :> (i64 -> [length xs]i64)
  let xs[0] = 0
  in (f 5, xs)
