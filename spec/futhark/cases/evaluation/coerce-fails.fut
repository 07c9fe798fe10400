-- A coercion to another size is an error.
-- refuses: FUT-E-COERCE/size
-- ==
-- input { [1i32,2i32] }
-- error: FUT-E-COERCE

def main (xs: []i32) = xs :> [3]i32
