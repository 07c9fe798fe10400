-- `scatter` writes by index and ignores indexes outside.
-- rules: FUT-E-SCATTER
-- ==
-- input { [3i64,-1i64,0i64,4i64] [10i32,20i32,30i32,40i32] }
-- output { [30i32, 7i32, 7i32, 10i32] }

def main [n] (is: [n]i64) (vs: [n]i32) = scatter (replicate 4 7) is vs
