-- An update outside the array is an error.
-- refuses: FUT-E-UPDATE/bounds
-- ==
-- input { [1i32,2i32] 1i32 }
-- output { [1i32, 0i32] }
-- input { [1i32,2i32] 2i32 }
-- error: FUT-E-UPDATE

def main (xs: *[]i32) (i: i32) = xs with [i] = 0
