-- A sum is a number and the arguments of all its constructors: those that are absent are blank, and arrays among them have the sizes of the type.
-- rules: FUT-PA-SUM, FUT-PA-MATCH, FUT-PA-BIND
-- ==
-- entry: get
-- input { 3i64 true }
-- output { [0i64, 1i64, 2i64] 0 }
-- input { 3i64 false }
-- output { [0i64, 0i64, 0i64] 7 }

type kind [n] = #none | #number i32 | #row ([n]i64)

def make (n: i64) (b: bool) : kind [n] = if b then #row (iota n) else #number 7

entry get (n: i64) (b: bool) =
  match make n b
  case #row xs -> (xs, 0)
  case #number y -> (replicate n 0, y)
  case #none -> (replicate n (-1), -1)
