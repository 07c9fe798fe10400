-- A slice is replaced by an array of its shape.
-- rules: FUT-E-UPDATE
-- ==
-- input { [1i32,2i32,3i32] }
-- output { [1i32, 7i32, 8i32] }

def main (xs: *[]i32) = xs with [1:] = ([7, 8] :> [length xs - 1]i32)
