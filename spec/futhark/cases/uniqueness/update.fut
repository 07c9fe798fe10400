-- An array that is consumed by an update lives on in the update's result.
-- rules: FUT-U-UPDATE, FUT-U-PARAM, FUT-U-VAR, FUT-U-R-CONSUME
-- ==
-- input { [5i32,6i32] }
-- output { [5i32, 1i32] }

def main (xs: *[]i32) = xs with [1] = 1
