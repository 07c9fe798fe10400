-- Each element is in one of the classes: otherwise it would be lost.
-- refuses: FUT-E-PARTITION/class
-- ==
-- input { [1i64,0i64] }
-- output { [0i64,1i64] [1i64,1i64,0i64] }
-- input { [1i64,3i64] }
-- error: FUT-E-PARTITION

def main (xs: []i64) = intrinsics.partition 3 id xs
