-- Indexes count from 0.
-- rules: FUT-E-INDEX
-- ==
-- input { [[1i32,2i32],[3i32,4i32]] }
-- output { 3i32 [1i32, 2i32] 4i32 }

def main (xs: [][]i32) = (xs[1, 0], xs[0], xs[1][1])
