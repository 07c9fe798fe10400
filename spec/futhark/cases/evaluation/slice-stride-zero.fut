-- A stride is not zero.
-- refuses: FUT-E-SLICE/stride
-- ==
-- input { [1i32,2i32] 0i64 }
-- error: FUT-E-SLICE

def main (xs: []i32) (s: i64) = xs[0:2:s]
