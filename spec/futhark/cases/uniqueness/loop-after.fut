-- The body of a loop sees what was consumed before the loop.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def main (xs: *[3]i64) =
  let ys = xs with [0] = 1
  in loop a = ys[1] for _i < 3 do a + xs[0]
