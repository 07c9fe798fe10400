-- A function whose result is not annotated may call itself with other sizes; of the results of these calls no size is known.
-- rules: FUT-SZ-REC
-- without: plan
-- ==
-- entry: parameters
-- input { 2i64 }
-- output { 53i64 }

-- ==
-- entry: result
-- input { 2i64 }
-- output { [1i32, 1i32, 1i32, 1i32] }

-- ==
-- entry: same
-- input { 2i64 }
-- output { 3i64 }

def both (n: i64) (xs: []i64) =
  if n == 0 then i64.sum xs else both (n - 1) (xs ++ xs) + both (n - 1) xs[1:]
def doubled n xs = if n == 0i64 then xs else doubled (n - 1) (xs ++ xs)
def zipped (n: i64) xs ys =
  if n == 0 then length (zip xs ys) else zipped (n - 1) (iota 3) (map (+ 1) (iota 3))

entry parameters (k: i64) = both k (iota 4)
entry result (k: i64) = doubled k [1i32]
entry same (k: i64) = zipped k (iota 4) (iota 4)
