-- The array is evaluated before its index, so an update that is indexed is done before the index is looked at.
-- rules: FUT-U-PRIM, FUT-E-INDEX
-- ==
-- input { [1i64, 0i64] }
-- output { 0i64 1i64 }

def main (xs: *[2]i64) = (xs[xs[0]], (xs with [1] = 1)[1])
