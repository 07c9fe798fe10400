-- Different constant sizes are refused.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-

def three (xs: [3]i32) = xs[2]
def main (x: i32) = three [x, x]
