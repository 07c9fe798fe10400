-- The right argument may read what the left one consumes.
-- rules: FUT-U-CALL
-- ==
-- input { [5i32] }
-- output { 9i32 }

def plus (ys: []i32) (x: i32) = x + ys[0]
def main (a: *[]i32) = plus (a with [0] = 4) a[0]
