-- Each branch may consume the same array.
-- rules: FUT-U-IF
-- ==
-- input { true [3i32] }
-- output { [1i32] }
-- input { false [3i32] }
-- output { [2i32] }

def main (c: bool) (a: *[]i32) = if c then a with [0] = 1 else a with [0] = 2
