-- A name bound to a size expression stands for it in sizes.
-- rules: FUT-SZ-LET64
-- ==
-- input { 2i64 }
-- output { [5i32, 5i32, 5i32, 5i32] }

def main (n: i64): [n + 2]i32 = let k = n + 2 in replicate k 5
