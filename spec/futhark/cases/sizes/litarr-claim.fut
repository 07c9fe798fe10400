-- A literal's size is not another.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-

def main (x: i32): [3]i32 = [x, x]
