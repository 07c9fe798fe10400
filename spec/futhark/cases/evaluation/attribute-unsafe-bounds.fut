-- An unsafe index that is out of bounds has no meaning anywhere, so it is still an error.
-- rules: FUT-E-ATTR
-- refuses: FUT-E-INDEX/bounds
-- ==
-- input { [1i32] 1i64 }
-- error: FUT-E-INDEX

def main (xs: []i32) (i: i64) = #[unsafe] xs[i]
