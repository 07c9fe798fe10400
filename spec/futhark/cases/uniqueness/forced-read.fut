-- An array that is read after it was updated in place is noticed by whoever runs it, even where another part is read.
-- refuses: FUT-U-VAR/consumed
-- forced: poison
-- given: { [1, 2, 3] }
-- ==
-- error: FUT-U-VAR

def main (xs: *[]i32) =
  let ys = xs with [0] = 9
  in ys[0] + xs[2]
