-- Operands are evaluated from left to right.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (a: *[]i32) = (a with [0] = 4)[0] * a[0]
