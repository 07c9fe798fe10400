-- A consumed array may not be used again.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def main (xs: *[]i32) = let ys = xs with [0] = 1 in xs[1] + ys[1]
