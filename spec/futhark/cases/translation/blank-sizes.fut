-- The array of a case that is absent has a size that may be negative: it is 0 there, as no array is smaller.
-- rules: FUT-PA-SUM
-- ==
-- input { empty([0]i32) }
-- output { -1i64 }
-- input { [1] }
-- output { 0i64 }
-- input { [1, 2, 3] }
-- output { 5i64 }

def behind [n] (xs: [n]i32) : (#none | #rest ([n - 1]i32)) =
  if n == 0 then #none else #rest (xs[1:] :> [n - 1]i32)

entry main (xs: []i32) : i64 =
  match behind xs
  case #rest ys -> i64.i32 (i32.sum ys)
  case #none -> -1
