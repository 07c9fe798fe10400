-- A size of the parameter that is given by its type is not made in the body.
-- refuses: FUT-SZ-LOOP/inside
-- ==
-- error: FUT-SZ-

def main (xs: []i32) = loop (ys: []i32, zs) = (xs, xs) for _i < 2i32 do let ys = filter (> 0) ys in (ys, ys)
