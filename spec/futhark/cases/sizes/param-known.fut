-- A caller knows the sizes of all parameters.
-- refuses: FUT-SZ-PARAM/known
-- ==
-- error: FUT-SZ-PARAM

def f (xs: []i32) = let ys = filter (> 0) xs in \zs -> map2 (+) ys zs
def main (xs: []i32) = f xs
