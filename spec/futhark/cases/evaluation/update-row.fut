-- Updating a row of a matrix gives that row.
-- rules: FUT-E-UPDATE
-- ==
-- input { 5i32 }
-- output { [4i32, 5i32, 4i32] }

def main (x: i32) = (replicate 2 (replicate 3 4i32))[1] with [1] = x
