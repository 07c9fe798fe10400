-- Scalars of the array itself are fine.
-- rules: FUT-U-UPDATE
-- ==
-- input { [3i32,4i32] }
-- output { [7i32, 4i32] }

def main (a: *[]i32) = a with [0] = a[0] + a[1]
