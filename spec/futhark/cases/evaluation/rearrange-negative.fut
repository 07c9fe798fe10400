-- Rows that are not there may be of a size below zero, but no array has fewer than no rows: such a size stays behind a 0.
-- rules: FUT-E-REARR
-- refuses: FUT-E-REARR/negative
-- ==
-- entry: turned
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- error: FUT-E-REARR

-- ==
-- entry: within
-- input { 0i64 3i64 }
-- output { 3i64 }
-- input { 2i64 3i64 }
-- output { 3i64 }
-- input { 0i64 -3i64 }
-- output { -3i64 }
-- input { 2i64 -3i64 }
-- error: FUT-E-REARR

-- ==
-- entry: to_the_end
-- input { 2i64 3i64 }
-- output { 3i64 }
-- input { -2i64 3i64 }
-- error: FUT-E-REARR
-- input { 2i64 -3i64 }
-- output { -3i64 }

def nothing (k: i64) = map (\_ -> replicate k 0i64) (iota 0)
def width [n] [m] 'a (_: [n][m]a) = m
def depth [n] [m] [k] 'a (_: [n][m][k]a) = k

entry turned (k: i64) = length (transpose (nothing k))
entry within (n: i64) (k: i64) = width (map (\_ -> transpose (nothing k)) (iota n))
entry to_the_end (m: i64) (k: i64) = depth (transpose (map (\_ -> map (\_ -> replicate k 0i64) (iota m)) (iota 0)))
