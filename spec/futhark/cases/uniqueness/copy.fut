-- A copy has no aliases.
-- rules: FUT-U-UPDATE
-- ==
-- input { [5i32,6i32] }
-- output { [5i32, 6i32] [7i32, 6i32] }

def main (xs: []i32) = let ys = copy xs with [0] = 7 in (xs, ys)
