-- Each dimension can be sliced or indexed.
-- rules: FUT-E-SLICE
-- ==
-- input { [[1i32,2i32,3i32],[4i32,5i32,6i32]] }
-- output { [[2i32, 3i32], [5i32, 6i32]] [3i32, 6i32] }

def main (xs: [][]i32) = (xs[:, 1:], xs[:, 2])
