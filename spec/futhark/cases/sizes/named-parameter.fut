-- The result's size may name a parameter.
-- rules: FUT-SZ-NAMED, FUT-SZ-ARG
-- ==
-- input { 3i64 }
-- output { [[7i32, 7i32, 7i32, 7i32], [7i32, 7i32, 7i32, 7i32], [7i32, 7i32, 7i32, 7i32]] }

def grid (rows: i64) (cols: i64) (x: i32): [rows][cols]i32 = replicate rows (replicate cols x)
def main (n: i64): [n][n + 1]i32 = grid n (n + 1) 7
