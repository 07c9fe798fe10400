-- A size of an argument that is absent may be negative: its blank is empty.  So the record says the size as the greater of it and 0, beside the number itself.
-- rules: FUT-PA-SUM
-- ==
-- entry: counted_by through_copies nested within_records
-- input { 3i64 }
-- output { 3i64 }
-- input { -3i64 }
-- output { -1i64 }
-- entry: divided
-- input { 6i64 -2i64 }
-- output { -1i64 }
-- input { 6i64 2i64 }
-- output { 3i64 }
-- entry: in_loop
-- input { -3i64 4i64 }
-- output { -1i64 }
-- input { 3i64 4i64 }
-- output { 4i64 }

def counted (n: i64) : (#none | #row ([n]i64)) = if n < 0 then #none else #row (iota n)

def size [n] (o: #none | #row ([n]i64)) : i64 =
  match o
  case #row xs -> length xs
  case #none -> -1

entry counted_by (n: i64) : i64 = size (counted n)

-- The size is a size parameter of copies, which no argument shows.
def none 'a (_: i64) : (#none | #some a) = #none
def given 'a (o: #none | #some a) (x: () -> a) : (#none | #some a) =
  match o
  case #some y -> #some y
  case #none -> #some (x ())

entry through_copies (n: i64) : i64 =
  match (if n < 0 then none n else given (none n) (\() -> iota n)) : (#none | #some ([n]i64))
  case #some xs -> length xs
  case #none -> -1

entry nested (n: i64) : i64 =
  let o: (#none | #some (#none | #some ([n][n]i64))) = if n < 0 then #some #none else #some (#some (replicate n (iota n)))
  in match o
     case #some (#some xss) -> length xss
     case #some #none -> -1
     case #none -> -2

entry within_records (n: i64) : i64 =
  let o: (#none | #some {xs: [n]i64, k: i64}) = if n < 0 then #none else #some {xs = iota n, k = n}
  in match o
     case #some r -> length r.xs
     case #none -> -1

entry divided (n: i64) (k: i64) : i64 = size (if k < 0 then #none else #row (iota (n / k)) : (#none | #row ([n / k]i64)))

entry in_loop (n: i64) (times: i64) : i64 =
  let last = loop o = #none : (#none | #row ([n]i64)) for i < times do if n < 0 then o else #row (map (+ i) (iota n))
  in match last
     case #row xs -> xs[1]
     case #none -> -1
