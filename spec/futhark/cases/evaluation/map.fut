-- `map` applies a function to each element, and `map2` to pairs.
-- rules: FUT-E-MAP
-- ==
-- input { [1i32,2i32] [3i32,4i32] }
-- output { [2i32, 3i32] [3i32, 8i32] }

def main [n] (xs: [n]i32) (ys: [n]i32) = (map (+ 1) xs, map2 (*) xs ys)
