-- An ascribed array is still the same array, and can be consumed.
-- rules: FUT-U-ASCR
-- ==
-- input { [3i32] }
-- output { [1i32] }

def main (a: *[]i32) = (a :> [1]i32) with [0] = 1
