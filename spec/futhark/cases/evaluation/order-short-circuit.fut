-- `&&` and `||` leave their right operand alone when the left one decides.
-- rules: FUT-E-LOGIC
-- ==
-- input { [1i32] 5i32 }
-- output { false true }

def main (xs: []i32) (i: i32) = (i < 1 && xs[i] > 0, i > 1 || xs[i] > 0)
