-- The left operand may read what the right one consumes.
-- rules: FUT-U-BINOP
-- ==
-- input { [5i32] }
-- output { 20i32 }

def main (a: *[]i32) = a[0] * (a with [0] = 4)[0]
