-- `transpose` exchanges rows and columns; `rearrange` permutes dimensions.
-- rules: FUT-E-REARR
-- ==
-- input { [[1i32,2i32,3i32],[4i32,5i32,6i32]] }
-- output { [[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]] }

def main (xs: [][]i32) = transpose xs
