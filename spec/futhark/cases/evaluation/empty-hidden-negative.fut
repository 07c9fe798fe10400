-- A size below zero in what is empty is a number, also where the type of what a call gives hides it.
-- rules: FUT-E-EMPTYSHAPE, FUT-E-SIZEPAR
-- ==
-- entry: divided halved reversed
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- output { -3i64 }

-- ==
-- entry: pair
-- input { 3i64 }
-- output { 3i64 6i64 }
-- input { -3i64 }
-- output { -3i64 -6i64 }

-- ==
-- entry: rows
-- input { 3i64 }
-- output { empty([0][3]i64) }
-- input { -3i64 }
-- output { empty([0][0]i64) }

def halves (n: i64) (k: i64) : [n / k]i64 = replicate (n / k) 0
def width [n] [m] 'a (_: [n][m]a) = m

entry divided (k: i64) = width (map (\_ -> replicate (k / 1) 1i64) (iota 0))
entry halved (k: i64) = width (map (\_ -> halves (k * 2) 2) (iota 0))
entry reversed (k: i64) = width (reverse (map (\_ -> halves k 1) (iota 0)))
entry pair (k: i64) =
  let (xs, ys) = unzip (map (\_ -> (halves k 1, halves (k * 4) 2)) (iota 0))
  in (width xs, width ys)
entry rows (k: i64) = map (\_ -> halves k 1) (iota 0)
