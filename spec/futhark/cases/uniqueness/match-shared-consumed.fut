-- What one case consumed is shared by the parts of the result that another case gives.
-- refuses: FUT-U-VAR/consumed
-- forced: poison
-- given: { 3 [7] }
-- ==
-- error: FUT-U-VAR

def main (k: i32) (xs: *[]i32): i32 =
  let (p, q) = match k
               case 0 -> ([1], xs with [0] = 1)
               case _ -> (xs, xs)
  let p' = p with [0] = 3
  in q[0] + p'[0]
