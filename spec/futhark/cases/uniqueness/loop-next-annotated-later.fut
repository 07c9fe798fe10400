-- What comes to a consuming parameter by way of another one is consumed too.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-R-CONSUME

def main (x: *[]i32) (y: []i32) (n: i32): i32 =
  let (r, _, _) = loop (a, b, c: []i32) = (x, [2], y) for i < n do (b, c, a with [0] = i)
  in r[0] + y[0]
