-- `rotate`, `reverse` and `++` move elements.
-- rules: FUT-E-COPY
-- ==
-- input { [1i32,2i32,3i32] }
-- output { [2i32, 3i32, 1i32] [3i32, 1i32, 2i32] [3i32, 2i32, 1i32] [1i32, 2i32, 3i32, 3i32] }

def main (xs: []i32) = (rotate 1 xs, rotate (-1) xs, reverse xs, xs ++ xs[2:])
