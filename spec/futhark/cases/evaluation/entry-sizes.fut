-- Arguments that share a size agree on it.
-- rules: FUT-E-SIZEPAR
-- refuses: FUT-E-SIZEPAR/agree
-- ==
-- input { [1i32] [2i32] }
-- output { 2i32 }
-- input { [1i32] [2i32,3i32] }
-- error: FUT-E-SIZEPAR

def main [n] (xs: [n]i32) (ys: [n]i32) = i32.sum (map2 (*) xs ys)
