-- A result of unknown size can be used where any size will do.
-- rules: FUT-SZ-EXRES
-- ==
-- input { [4i32,-1i32,6i32] }
-- output { 10i32 2i64 }

def positive (xs: []i32) = filter (> 0) xs
def main (xs: []i32) = let ys = positive xs in (i32.sum ys, length ys)
