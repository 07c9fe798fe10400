-- Types that are the same but for sizes are told apart from others.
-- refuses: FUT-SZ-EQ/types
-- ==
-- error: FUT-

def f (xs: [2]i32) = xs[0]
def main (x: i32) = f [true, false]
