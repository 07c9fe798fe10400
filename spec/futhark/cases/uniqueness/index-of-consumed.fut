-- An array that is made by an update consumes what its index would use.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-VAR

def main (xs: *[3]i64): i64 = (xs with [0] = 1)[xs[0]]
