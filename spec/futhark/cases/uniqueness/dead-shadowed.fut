-- The name of a consumed array may be bound again.
-- rules: FUT-U-BIND
-- ==
-- input { [5i32,6i32] }
-- output { [1i32, 2i32] }

def main (xs: *[]i32) =
  let xs = xs with [0] = 1
  let xs[1] = 2
  in xs
