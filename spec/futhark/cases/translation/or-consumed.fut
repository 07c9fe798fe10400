-- One of two functions captured an array that was consumed.
-- refuses: FUT-U-VAR/consumed
-- switch: function-branches
-- ==
-- error: FUT-U-VAR

entry main (b: bool) (xs: *[2]i32) (ys: [2]i32) =
  let f = if b then \(i: i32) -> xs[i] else \i -> ys[i]
  let xs[0] = 9
  in f 0
