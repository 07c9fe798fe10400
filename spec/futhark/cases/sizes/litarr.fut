-- An array literal has as many elements as are written.
-- rules: FUT-SZ-LITARR
-- ==
-- input { 1i32 }
-- output { [1i32, 2i32, 3i32] }

def main (x: i32): [3]i32 = [x, x + 1, x + 2]
