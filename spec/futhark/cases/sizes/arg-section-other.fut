-- Sections with different operands are different sizes.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def main (xs: []i32) = zip (iota (length (filter (> 0) xs))) (iota (length (filter (> 1) xs)))
