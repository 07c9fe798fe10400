-- The size of what was consumed needs no reading.
-- refuses: FUT-U-VAR/consumed
-- forced: value
-- given: { [1, 2, 3] }
-- ==
-- error: FUT-U-VAR

def main (xs: *[]i32) =
  let ys = xs with [0] = 9
  in i64.i32 ys[0] + length xs
