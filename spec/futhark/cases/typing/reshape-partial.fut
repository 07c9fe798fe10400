-- `reshape` is applied to the shape and the array.
-- refuses: FUT-T-RESHAPE/saturated
-- ==
-- error: FUT-T-RESHAPE

def main (xs: []i32) = (reshape (2, 3)) |> \f -> 1i32
