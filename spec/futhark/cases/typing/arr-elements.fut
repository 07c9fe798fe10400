-- The elements of an array literal have one type.
-- rules: FUT-T-ARR
-- ==
-- input { 3i32 }
-- output { [[3i32, 1i32], [0i32, 3i32]] }

def main (x: i32) = [[x, 1], [0, x]]
