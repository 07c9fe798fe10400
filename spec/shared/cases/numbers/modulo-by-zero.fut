-- So is the remainder of a division by zero.
-- refuses: NUM-QUOT/zero
-- ==
-- input { 1i64 0i64 }
-- error: NUM-

def main (x: i64) (y: i64) = x %% y
