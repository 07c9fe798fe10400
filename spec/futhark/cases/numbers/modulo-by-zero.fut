-- So is the remainder of a division by zero.
-- refuses: FUT-N-QUOT/zero
-- ==
-- input { 1i64 0i64 }
-- error: FUT-N-

def main (x: i64) (y: i64) = x %% y
