-- One operand may not consume another that is still to be used.
-- refuses: FUT-U-HELD/consumed
-- ==
-- error: FUT-U-

def sum2 (a: []i32) (b: []i32): i32 = a[0] + b[0]
def main (a: *[]i32) = sum2 (a with [0] = 1) a
