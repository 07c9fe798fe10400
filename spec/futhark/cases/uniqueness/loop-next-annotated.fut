-- What a consuming parameter takes for its next value is consumed too, also a parameter whose type is written without a star.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-R-CONSUME

def main (x: *[]i32) (y: []i32) (n: i32): i32 =
  let (r, _) = loop (a: *[]i32, b: []i32) = (x, y) for i < n do (b, a with [0] = i)
  in r[0] + y[0]
