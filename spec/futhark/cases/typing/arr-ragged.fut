-- Element sizes of an array literal must agree.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def main (x: i32) = [[x], [x, x]]
