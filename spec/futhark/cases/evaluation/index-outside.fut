-- An index outside the array is an error; so is a negative one.
-- refuses: FUT-E-INDEX/bounds
-- ==
-- input { [1i32,2i32] 2i32 }
-- error: FUT-E-INDEX
-- input { [1i32,2i32] -1i32 }
-- error: FUT-E-INDEX

def main (xs: []i32) (i: i32) = xs[i]
