-- The size of rows that are not there is a number: a coercion asks for that number, and parts of such an array have it. So it
-- does of what a constructor does not have.
-- rules: FUT-E-COERCE, FUT-E-EMPTYSHAPE
-- ==
-- entry: rows part parts
-- input { 3i64 3i64 }
-- output { 3i64 }
-- input { -3i64 -3i64 }
-- output { -3i64 }
-- input { -3i64 0i64 }
-- error: FUT-E-COERCE
-- input { -3i64 -4i64 }
-- error: FUT-E-COERCE

-- ==
-- entry: of_sums
-- input { 3i64 3i64 }
-- output { 3i64 }
-- input { -3i64 -3i64 }
-- output { -3i64 }
-- input { -3i64 -4i64 }
-- error: FUT-E-COERCE
-- input { -3i64 1i64 }
-- error: FUT-E-COERCE

type sum [m] = #a ([m]i64) | #b

def width [n] [m] 'a (_: [n][m]a) = m
def width_of_sums [n] [m] (_: [n](sum [m])) = m
def nothing (k: i64) = map (\_ -> replicate k 0i64) (iota 0)
def some (n: i64) : sum [n] = if n > 0 then #a (iota n) else #b

entry rows (n: i64) (m: i64) = width (nothing n :> [0][m]i64)
entry part (n: i64) (m: i64) = width (head (map (\_ -> nothing n) (iota 1)) :> [0][m]i64)
entry parts (n: i64) (m: i64) = width ((reverse (nothing n ++ nothing n))[0:0] :> [0][m]i64)
entry of_sums (n: i64) (m: i64) = width_of_sums (replicate 1 (some n) :> [1](sum [m]))
