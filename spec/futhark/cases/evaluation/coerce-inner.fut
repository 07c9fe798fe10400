-- A coercion checks every dimension.
-- refuses: FUT-E-COERCE/size
-- ==
-- input { [[1i32,2i32]] 2i64 }
-- error: FUT-E-COERCE

def main (xs: [][]i32) (n: i64) = xs :> [n][n]i32
