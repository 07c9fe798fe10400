-- Two calls with unknown result sizes never agree, whatever the arguments.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main (xs: []i32) = map2 (+) (filter (> 0) xs) (filter (> 0) xs)
