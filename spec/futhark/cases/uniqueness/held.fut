-- A scalar taken from an array outlives the array.
-- rules: FUT-U-HELD
-- ==
-- input { [3i32] }
-- output { 3i32 [1i32] }

def main (a: *[]i32) = (a[0], a with [0] = 1)
