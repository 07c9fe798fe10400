-- The indexes of an update are evaluated before the array, so they may not consume it.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def main (xs: *[3]i64) = xs with [(xs with [0] = 1)[0]] = 1
