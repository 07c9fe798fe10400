-- A lambda's parameters may be patterns, and its result type may be given.
-- rules: FUT-T-FUN, FUT-T-PAT
-- ==
-- input { [1i32,2i32] [3i32,4i32] }
-- output { [4i32, 6i32] }

def main [n] (xs: [n]i32) (ys: [n]i32) = map (\(a, b): i32 -> a + b) (zip xs ys)
