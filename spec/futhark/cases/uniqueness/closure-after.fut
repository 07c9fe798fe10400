-- The body of a lambda sees what was consumed before it.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def main (xs: *[3]i64) =
  let ys = xs with [0] = 1
  let f = \(z: i64) -> z + xs[0]
  in map f ys
