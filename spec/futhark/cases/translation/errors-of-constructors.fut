-- The arguments of a constructor fail before the sizes of what is absent, and no test of a case fails.
-- rules: FUT-PA-SUM, FUT-PA-MATCH
-- ==
-- entry: argument
-- input { [1, 2] 5i64 0i64 }
-- error: out of bounds

-- ==
-- entry: size
-- input { [1, 2] 1i64 0i64 }
-- error: division by zero

-- ==
-- entry: body
-- input { 0 }
-- error: division by zero
-- input { 4 }
-- output { 0 }

def made [n] (xs: [n]i32) (i: i64) (k: i64) : (#row ([n / k]i32) | #some i32) = #some xs[i]

entry argument (xs: []i32) (i: i64) (k: i64) =
  match made xs i k
  case #some x -> x
  case #row ys -> i32.i64 (length ys)

entry size (xs: []i32) (i: i64) (k: i64) =
  match made xs i k
  case #some x -> x
  case #row ys -> i32.i64 (length ys)

entry body (x: i32) =
  match (x, x)
  case (0, y) -> 1 / y
  case (_, y) -> y / 5
