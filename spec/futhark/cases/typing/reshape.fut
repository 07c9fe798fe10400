-- `reshape` gives elements another shape.
-- rules: FUT-T-RESHAPE
-- ==
-- input { [1i32,2i32,3i32,4i32,5i32,6i32] }
-- output { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- input { [1i32] }
-- error: FUT-E-|FUT-E-

def main (xs: []i32) = reshape (2, 3) xs
