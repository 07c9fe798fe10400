-- An element of an array of functions captured an array that was consumed, which a function that took the array of functions gave back.
-- refuses: FUT-U-VAR/consumed
-- switch: function-branches
-- ==
-- error: FUT-U-VAR

def set (fs: *[2](i32 -> i32)) : *[2](i32 -> i32) = fs with [0] = \x -> x

entry main (xs: *[2]i32) =
  let fs = set [\i -> xs[i], \i -> xs[i] + 1]
  let xs[0] = 9
  in fs[1] 0
