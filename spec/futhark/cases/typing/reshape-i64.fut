-- The new sizes have type i64.
-- refuses: FUT-T-RESHAPE/i64
-- ==
-- error: FUT-T-RESHAPE

def main (xs: []i32) = reshape (2i32, 3i32) xs
