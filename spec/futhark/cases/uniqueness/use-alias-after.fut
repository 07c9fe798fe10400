-- Nor may anything that shares its memory.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def main (xs: *[]i32) =
  let tail = xs[1:]
  let ys = xs with [0] = 1
  in tail[0] + ys[0]
