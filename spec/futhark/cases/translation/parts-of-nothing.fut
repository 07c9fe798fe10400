-- An empty slice may begin behind the end; a map of one element has the shape of its result.
-- rules: FUT-CO-OP, FUT-CO-SIZE
-- ==
-- entry: slices
-- input { [1, 2, 3] 5i64 5i64 } output { empty([0]i32) }
-- input { [1, 2, 3] 1i64 3i64 } output { [2, 3] }
-- input { [1, 2, 3] 1i64 4i64 } error: FUT-E-SLICE

-- ==
-- entry: rows
-- input { [3i64] } output { [[0i64, 1i64, 2i64, 3i64]] }
-- input { [2i64, 2i64] } output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] }

-- ==
-- entry: computed
-- input { [5] 7i64 2i64 } output { [[5, 5, 5]] }
-- input { [5, 6] 2i64 2i64 } output { [[5], [6]] }

entry slices [n] (xs: [n]i32) (i: i64) (j: i64) = xs[i:j]

def counted (n: i64) : [n + 1]i64 = iota (n + 1)

entry rows [k] (ns: [k]i64) =
  let n = ns[0] + 1
  in map (\m -> counted m :> [n]i64) ns

def repeated (n: i64) (k: i64) (x: i32) : [n / k]i32 = replicate (n / k) x

entry computed [m] (xs: [m]i32) (n: i64) (k: i64) = map (\x -> repeated n k x) xs
