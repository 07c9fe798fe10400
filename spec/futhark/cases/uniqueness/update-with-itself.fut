-- The new value may not alias the array that is updated.
-- refuses: FUT-U-UPDATE/overlap
-- ==
-- error: FUT-U-UPDATE

def main (a: *[][]i32) = a with [0] = a[1]
