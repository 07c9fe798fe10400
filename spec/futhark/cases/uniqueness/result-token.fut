-- The parts of a result may share what the function made, though it was given nothing.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def two (n: i64) = let y = iota n in (y, y)
def main (n: i64): i64 =
  let (p, q) = two n
  let p' = p with [0] = 7
  in q[0] + p'[0]
