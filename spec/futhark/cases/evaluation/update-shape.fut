-- A slice is replaced by something of its shape.
-- refuses: FUT-E-UPDATE/shape
-- ==
-- input { [1i32,2i32,3i32] 2i64 }
-- error: FUT-E-UPDATE

def main (xs: *[]i32) (n: i64) = xs with [0:n] = [7, 8, 9][0:n + 1]
