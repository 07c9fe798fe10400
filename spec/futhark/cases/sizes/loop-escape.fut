-- A size that changes in each iteration is not one outside.
-- refuses: FUT-SZ-LOOP/escape
-- ==
-- error: FUT-SZ-

def f zs (xs: []i32) = loop ys = xs for _i < 2i32 do let _ = map2 (+) zs ys in filter (> 0) ys
def main (xs: []i32) = length (f xs xs)
