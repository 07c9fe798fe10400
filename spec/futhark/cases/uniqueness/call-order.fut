-- Arguments are evaluated from right to left, so the left one must not use what the right one consumes.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def plus (x: i32) (ys: []i32) = x + ys[0]
def main (a: *[]i32) = plus a[0] (a with [0] = 4)
