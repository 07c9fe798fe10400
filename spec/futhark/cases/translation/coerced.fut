-- A coerced function compares sizes when it is applied; what its type claims was computed where the coercion stands.
-- rules: FUT-DF-COERCE
-- ==
-- entry: main
-- input { [7i64, 8i64] 3i64 }
-- output { [9i64, 9i64] [0i64, 8i64] }
-- input { [7i64, 8i64, 9i64] 3i64 }
-- error: FUT-E-PROXY

-- ==
-- entry: several
-- input { 2i64 }
-- output { [2i64, 2i64] 4i64 [0i64, 0i64] }
-- input { 3i64 }
-- error: FUT-E-PROXY

def pair (x: i64) : [2]i64 = [x, x]
def more (k: i64) (xs: [2]i64) : i64 = k * i64.sum xs
def empty (r: (i64 -> [2]i64, i64)) : [2]i64 = r.0 0

entry main (xs: *[]i64) (k: i64) =
  let f = (pair >-> map (+ k)) :> (i64 -> [length xs]i64)
  let xs[0] = 0
  in (f 6, xs)

entry several (n: i64) =
  let {make, times} = {make = pair, times = more} :> {make: i64 -> [n]i64, times: i64 -> [n]i64 -> i64}
  in (make n, times 1 (make 2), (empty :> ((i64 -> [n]i64, i64) -> [n]i64)) (make, 1))
