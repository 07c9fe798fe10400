-- An update outside the array is an error.
-- refuses: FUT-E-UPDATE/bounds
-- ==
-- input { [1i32,2i32] 2i32 }
-- error: FUT-E-

def main (xs: *[]i32) (i: i32) = xs with [i] = 0
