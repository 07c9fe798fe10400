-- Sizes of a loop that are exchanged by one branch and kept by the other once ran in a circle.
-- ==
-- input { [[1i32, 2i32], [3i32, 4i32]] 1i64 }
-- output { [[1i32, 3i32], [2i32, 4i32]] }

def main (c: [][]i32) (n: i64) = loop b = c for j < n do (if n < 9 then transpose b else c)
