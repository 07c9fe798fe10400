-- So is the remainder of a division by zero.
-- ==
-- input { 1i64 0i64 }
-- error: FUT-E-

def main (x: i64) (y: i64) = x %% y
