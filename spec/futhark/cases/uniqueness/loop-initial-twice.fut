-- The initial values of consumed loop parameters may not be the same array.
-- refuses: FUT-U-CALL/self_aliased
-- ==
-- error: FUT-U-

def main (a: *[]i32) (n: i32) =
  loop (xs, ys) = (a, a) for i < n do (xs with [0] = i, ys with [0] = i)
