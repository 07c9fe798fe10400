-- A record without fields holds nothing, so arrays of it have sizes only: Core makes, copies and writes no element of them.
-- rules: FUT-CO-FLAT

-- ==
-- entry: main
-- input { 3i64 } output { 3i64 4i64 }
-- input { -1i64 } error: FUT-E-REPL

-- ==
-- entry: parts
-- input { 3i64 1i64 } output { 3i64 [true, true, false] }
-- input { 3i64 3i64 } error: FUT-E-INDEX

entry main (n: i64) =
  let xss = copy (replicate n (replicate 4 ()))
  let yss = map (\xs -> concat (map (\u -> u) xs) xs) xss
  in (length yss, length (transpose xss))

entry parts (n: i64) (i: i64) =
  let xs = replicate n ()
  let u = xs[i]
  let ys = xs with [0] = u
  let zs = scatter (copy ys) [0, i] [u, ()]
  let (vs, ws) = unzip (zip zs (iota n))
  let (v, _) = reduce (\(a, x) (_, y) -> (a, x + y)) ((), 0) (zip vs ws)
  in (length (filter (\w -> w == v) vs), [ys == zs, u == v, null vs])
