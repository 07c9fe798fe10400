-- Sizes are not calculated with: 2*n is not n+n.
-- slip: FUT-Z-44. Who calculates with sizes accepts this; the compiler does not, and neither does Elder.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def double [n] (xs: [n]i32): [2 * n]i32 = xs ++ xs
def main (xs: []i32) = double xs
