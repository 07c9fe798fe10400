-- A size of an argument that is absent may be negative: its blank is empty.  In Core no array has the type that says it.
-- rules: FUT-PA-SUM
-- stages: constructors
-- ==
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- output { -1i64 }

def counted (n: i64) : (#none | #row ([n]i64)) = if n < 0 then #none else #row (iota n)

entry main (n: i64) : i64 =
  match counted n
  case #row xs -> length xs
  case #none -> -1
