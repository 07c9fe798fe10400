-- Each case of a match may consume the same array.
-- rules: FUT-U-IF
-- ==
-- input { 0i32 [3i32] }
-- output { [1i32] }
-- input { 5i32 [3i32] }
-- output { [5i32] }

def main (k: i32) (a: *[]i32) = match k case 0 -> a with [0] = 1 case n -> a with [0] = n
