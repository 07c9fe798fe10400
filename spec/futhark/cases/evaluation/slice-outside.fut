-- All elements of a slice must exist.
-- refuses: FUT-E-SLICE/bounds, FUT-E-SLICE/stride
-- ==
-- input { [1i32,2i32] 1i64 3i64 }
-- error: FUT-E-SLICE
-- input { [1i32,2i32] 2i64 1i64 }
-- error: FUT-E-SLICE

def main (xs: []i32) (i: i64) (j: i64) = xs[i:j]
