-- A star inside a tuple parameter lets the function consume that part.
-- rules: FUT-U-PARAM
-- ==
-- input { [3i32] }
-- output { [9i32] 3i32 }

def put (xs: *[]i32, x: i32): ([]i32, i32) = let y = xs[0] in (xs with [0] = x, y)
def main (a: *[]i32) = put (a, 9)
