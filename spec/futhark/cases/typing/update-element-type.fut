-- The new element of an array has the element type.
-- refuses: FUT-T-UPDATE/value
-- ==
-- error: FUT-T-UPDATE

def main (xs: *[]i32) = xs with [0] = true
