-- It does not change the type of the elements.
-- refuses: FUT-T-ASCR/coercion
-- ==
-- error: FUT-T-ASCR

def main (xs: []i32) = xs :> [1]i64
