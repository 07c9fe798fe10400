-- `let a[i] = v` consumes the old `a`.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (xs: *[]i32) =
  let old = xs
  let xs[0] = 3
  in old[0] + xs[0]
