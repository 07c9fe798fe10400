-- A size below zero in what is empty is a number, also of what a constructor does not have: a size parameter for it is that number, and data have 0 for it.
-- rules: FUT-E-EMPTYSHAPE, FUT-E-SIZEPAR
-- ==
-- entry: mapped pattern replicated literal blank handed
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- output { -3i64 }

-- ==
-- entry: rows
-- input { 3i64 }
-- output { empty([0][3]i64) }
-- input { -3i64 }
-- output { empty([0][0]i64) }

-- ==
-- entry: absent
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- output { -3i64 }

-- ==
-- entry: some
-- input { 0i64 -3i64 }
-- output { -3i64 }
-- input { 2i64 -3i64 }
-- error: FUT-E-REPL

type sum [m] = #a ([m]i64) | #b

def width [n] [m] 'a (_: [n][m]a) = m
def width_of_sums [n] [m] (_: [n](sum [m])) = m
def twice [n] [m] 'a (xs: [n][m]a) = width (map id xs) + width xs - width (copy xs)
def sum_of (n: i64) : sum [n] = if n > 0 then #a (iota n) else #b

entry mapped (k: i64) = width (map (\i -> replicate k i) (iota 0))
entry handed (k: i64) = twice (map (\i -> replicate k i) (iota 0))
entry replicated (k: i64) = width_of_sums (replicate 0 (sum_of k))
entry literal (k: i64) = width_of_sums ([] : [0](sum [k]))
entry blank (k: i64) = width (#[blank] (map (\i -> replicate k i) (iota 0)))
entry rows (k: i64) = map (\i -> replicate k i) (iota 0)
entry pattern (k: i64) = let [n] [m] (_: [n][m]i64) = map (\i -> replicate k i) (iota 0) in m - n
entry absent (k: i64) = let [m] (_: sum [m]) = if k > 3 then #a (iota k) else #b : sum [k] in m
entry some (n: i64) (k: i64) = width (map (\i -> replicate k i) (iota n))
