-- A lambda binds a name, so it is not part of a size.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def main (xs: []i32) = zip (iota (length (filter (\x -> x > 0) xs))) (iota (length (filter (\x -> x > 0) xs)))
