-- All of a dimension is a slice, whatever number its size is, and rows that are flattened keep theirs. A blank sum has no size below zero, so what stands there is evaluated.
-- rules: FUT-E-SLICE, FUT-E-RESHAPE, FUT-E-ATTR
-- ==
-- entry: all all_within flattened
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- output { -3i64 }

-- ==
-- entry: from_start
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- error: FUT-E-SLICE

-- ==
-- entry: blank_sum
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- output { 1i64 }

type sum [m] = #a ([m]i64) | #b

def nothing (k: i64) = map (\_ -> replicate k 0i64) (iota 0)
def width [n] [m] 'a (_: [n][m]a) = m
def some (n: i64) : sum [n] = if n > 0 then #a (iota n) else #b

entry all (k: i64) = width (nothing k)[:, :]
entry all_within (k: i64) = width (map (\_ -> nothing k) (iota 2))[0, :, :]
entry flattened (k: i64) = width (flatten (map (\_ -> nothing k) (iota 2)))
entry from_start (k: i64) = width (nothing k)[:, 0:k]
entry blank_sum (k: i64) =
  match #[blank] (some k)
  case #a xs -> i64.sum (map (\_ -> 1) xs)
  case #b -> 1
