-- A size that changes in each iteration is not one outside.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main [n] (xs: [n]i32) (zs: [n]i32) = loop ys = xs for _i < 2i32 do map2 (+) zs (ys ++ ys)
