-- There are not fewer than no classes.
-- refuses: FUT-E-PARTITION/classes
-- ==
-- input { -1i32 }
-- error: FUT-E-PARTITION

def main (k: i32) = intrinsics.partition k id (iota 0)
