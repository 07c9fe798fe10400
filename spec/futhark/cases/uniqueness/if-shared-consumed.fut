-- What one branch consumed is shared by the parts of the result that another branch gives.
-- refuses: FUT-U-VAR/consumed
-- forced: poison
-- given: { false [7] }
-- ==
-- error: FUT-U-VAR

def main (c: bool) (xs: *[]i32): i32 =
  let (p, q) = if c then ([1], xs with [0] = 1) else (xs, xs)
  let p' = p with [0] = 3
  in q[0] + p'[0]
