-- What an entry point takes and gives is what was written, whatever its sums have become.
-- rules: FUT-PA-SUM
-- ==
-- entry: lengths
-- script input { made 3i64 }
-- output { [3i64, -1i64, 3i64] }

type row [n] = #row ([n]i64) | #none

entry made (n: i64) : [3](row [n]) = [#row (iota n), #none, #row (replicate n 2)]

entry lengths [n] [k] (rows: [k](row [n])) : [k]i64 =
  map (\r -> match r
             case #row xs -> length xs
             case #none -> -1) rows
