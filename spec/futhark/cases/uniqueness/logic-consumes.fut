-- What the right operand of `&&` consumes is consumed, though it may not be evaluated.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def main (xs: *[3]i64) (c: bool) =
  let b = c && (xs with [0] = 1)[0] > 0
  in (b, xs)
