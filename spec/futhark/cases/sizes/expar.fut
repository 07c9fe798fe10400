-- A function's result does not take arrays of a size that nothing shows.
-- refuses: FUT-SZ-EXPAR/shown
-- ==
-- error: FUT-SZ-

def main (xs: []i32) = (filter (> 0) >-> length) xs
