-- The bounds of a slice have type i64.
-- refuses: FUT-T-INDEX/slice
-- ==
-- error: FUT-T-INDEX

def main (xs: []i32) (i: i32) = xs[i:]
