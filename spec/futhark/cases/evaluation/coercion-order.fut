-- The sizes of a coercion are computed before any is compared.
-- rules: FUT-E-COERCE
-- refuses: FUT-E-COERCE/size
-- ==
-- input { [1i64] 0i64 } error: NUM-DIV
-- input { [1i64] 2i64 } error: FUT-E-COERCE
-- input { [1i64] 1i64 } output { [[1i64]] }

def main (xs: []i64) (z: i64) = [xs] :> [z][1 / z]i64
