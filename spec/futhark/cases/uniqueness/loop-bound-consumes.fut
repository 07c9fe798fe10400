-- The bound of a loop is judged before the initial value, so the initial value may not use what it consumes.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def main (xs: *[3]i64) = loop a = xs[0] for _i < (xs with [0] = 1)[0] do a + 1
