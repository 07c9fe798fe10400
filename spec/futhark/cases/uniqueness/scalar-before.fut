-- A scalar read before the update does not alias the array.
-- rules: FUT-U-PRIM
-- ==
-- input { [5i32,6i32] }
-- output { 6i32 }

def main (xs: *[]i32) = let x = xs[0] let ys = xs with [0] = 1 in x + ys[0]
