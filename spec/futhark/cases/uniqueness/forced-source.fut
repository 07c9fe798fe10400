-- What an update writes is read, so it may not have been consumed before.
-- refuses: FUT-U-VAR/consumed
-- forced: poison
-- given: { [1, 2, 3] [4, 5] }
-- ==
-- error: FUT-U-VAR

def main (xs: *[]i32) (ys: *[2]i32) =
  let zs = ys with [0] = 9
  let xs[0:2] = ys
  in (xs, zs)
