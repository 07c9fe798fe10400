-- A size given to a loop parameter must be kept by the body.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main [n] (xs: [n]i32) (k: i32) = loop (ys: [n]i32) = xs for _i < k do ys ++ ys
