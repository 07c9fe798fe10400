-- `partition` splits an array and keeps the order on both sides.
-- rules: FUT-E-PARTITION, FUT-SZ-EXPAR
-- ==
-- input { [3i32,-1i32,4i32,-2i32] }
-- output { [3i32, 4i32] [-1i32, -2i32] }

def main (xs: []i32) = partition (>= 0) xs
