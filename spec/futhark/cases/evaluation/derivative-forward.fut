-- `jvp2` gives a function's value and how it moves; `jmp2` that for many tangents, also for none.
-- rules: FUT-E-JVP, FUT-E-JMP
-- translation: FUT-CO-OP
-- ==
-- entry: one
-- input { [1.0, 2.0, 3.0] } output { 14.0 2.0 [2.0, 0.0, 0.0] [1.0, 2.0, 3.0] }

-- ==
-- entry: many
-- input { [1.0, 2.0, 3.0] } output { 14.0 [2.0, 4.0, 6.0] }
-- input { empty([0]f64) } output { 0.0 empty([0]f64) }

-- ==
-- entry: none
-- input { [1.0, 2.0] } output { [2.0, 4.0] empty([0][2]f64) }

def squares [n] (xs: [n]f64) = f64.sum (map (\x -> x * x) xs)

def unit (n: i64) (i: i64) = tabulate n (\j -> f64.bool (i == j))

entry one [n] (xs: [n]f64) =
  let (value, slope) = jvp2 squares xs (unit n 0)
  -- A part of the result that does not move has the tangent zero.
  let {moves, stays = _} = jvp (\xs -> {moves = map (\x -> x * x) xs, stays = 1u8}) xs (unit n 0)
  let {stays, moves = _} = jvp (\xs -> {moves = xs, stays = map (+ 1) (map f64.i64 (iota n))}) xs (unit n 0)
  in (value, slope, moves, map2 (+) stays xs)

entry many [n] (xs: [n]f64) = jmp2 squares xs (tabulate n (unit n))

entry none [n] (xs: [n]f64) = jmp2 (map (* 2)) xs (tabulate 0 (unit n))
