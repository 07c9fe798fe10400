-- A function's result does not take arrays of a size that nothing shows.
-- refuses: FUT-SZ-EXPAR/shown
-- ==
-- error: FUT-SZ-

def f (xs: []i32) = let ys = filter (> 0) xs in \zs -> map2 (+) ys zs
def main (xs: []i32) = f xs
