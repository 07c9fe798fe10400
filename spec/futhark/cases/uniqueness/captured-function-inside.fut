-- The result of a lambda may alias each function that the lambda captures: one of this turn of a loop does no harm.
-- rules: FUT-U-LOOP, FUT-U-CLOSURE
-- ==
-- input { [3i64, 4i64] }
-- output { [3i64, 4i64] }

def main [n] (a: *[n]i64) =
  loop (x: *[n]i64) = a for i < 3i64 do
    let g = \(y: i64) -> y + n
    in (\(k: i64) -> if g k > 0 then x else x) <| i
