-- A size parameter that no argument shows need not be known if the one call of a parameter shows it before it is needed.
-- rules: FUT-SZ-AMBIG
-- ==
-- entry: inferred
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] }

-- ==
-- entry: both
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] 4i64 }

-- ==
-- entry: later
-- input { 3i64 }
-- output { [2i64, 3i64] 2i64 }

def g (x: i64) : [4]i64 = replicate 4 x
def more f = let xs = map (+ 1i64) (f 3i64) in (xs, length xs)

entry inferred (n: i64) = let app f = f n in app iota
entry both (n: i64) = let app f = f n in (app iota, length (zip (app g) (app g)))
entry later (_: i64) = more (\n -> filter (> 0) (iota n))
