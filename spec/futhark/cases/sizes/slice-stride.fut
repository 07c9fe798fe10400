-- A slice with a stride has an unknown size.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main [n] (xs: [n]i32): [n]i32 = xs[::2]
