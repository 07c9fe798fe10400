-- It does not change them.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-

def main [n] (xs: [n]i32) = (xs: [n + 1]i32)
