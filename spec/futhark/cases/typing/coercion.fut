-- A coercion changes sizes and nothing else.
-- rules: FUT-SZ-COERCE
-- ==
-- input { [1i32] }
-- output { [1i32] }

def main (xs: []i32) = xs :> [1]i32
