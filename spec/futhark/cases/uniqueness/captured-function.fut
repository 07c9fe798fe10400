-- The result of a lambda may alias each function that the lambda captures.
-- refuses: FUT-U-LOOP/outer
-- ==
-- error: FUT-U-LOOP

def main (n: i64) (a: *[n]i64) =
  let g = \(y: i64) -> y + n
  in loop (x: *[n]i64) = a for i < 3i64 do
       (\(k: i64) -> if g k > 0 then x else x) <| i
