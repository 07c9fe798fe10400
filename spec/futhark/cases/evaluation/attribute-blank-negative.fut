-- No array is blank of a size below zero, unless another one is 0: what stands there is evaluated.
-- rules: FUT-E-ATTR
-- ==
-- entry: summed
-- input { 2i64 }
-- output { 2i64 }
-- input { -2i64 }
-- error: FUT-E-REPL

-- ==
-- entry: width_of_rows
-- input { 2i64 }
-- output { 2i64 }
-- input { -2i64 }
-- output { -2i64 }

-- ==
-- entry: hole
-- input { 2i64 }
-- output { 2i64 }
-- input { -2i64 }
-- error: FUT-E-HOLE

def width [n] [m] 'a (_: [n][m]a) = m

entry summed (n: i64) =
  let xss = #[blank] (replicate 3 (replicate n 1i32))
  in i64.sum (map (\_ -> 1) xss[1])

entry width_of_rows (n: i64) = width (#[blank] (map (\_ -> replicate n 1i32) (iota 0)))

entry hole (n: i64) =
  let holes (k: i64) : [k]i32 = #[blank] ???
  in length (holes n)
