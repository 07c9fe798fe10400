-- A function that leaves a `let` goes on with a size that this binds.
-- rules: FUT-DF-SIZE
-- ==
-- entry: leaves
-- input { 3i64 2i64 } output { 102i64 }
-- input { 0i64 0i64 } output { 100i64 }

entry leaves (m: i64) (i: i64) =
  (let n = m + 1
   let xs = map (+ 100) (iota n)
   in \j -> xs[j]) i
