-- Functions in an array that capture arrays of several sizes have no array of records.
-- refuses: FUT-DF-OR-ARRAY/regular
-- switch: function-branches
-- translation: FUT-DF-OR-ARRAY
-- ==
-- input { [1, 2, 3] [4] }
-- output { 1 }

def over [n] (xs: [n]i32) = \(i: i32) -> xs[i]

entry main [n] [m] (xs: [n]i32) (ys: [m]i32) =
  let fs = [over xs, over ys]
  in fs[0] 0
