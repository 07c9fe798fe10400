-- What is reshaped is an array.
-- refuses: FUT-T-RESHAPE/array
-- ==
-- error: FUT-T-RESHAPE

def main (x: i32) = reshape (2, 3) x
