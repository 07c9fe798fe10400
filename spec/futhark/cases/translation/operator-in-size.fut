-- A size that an operator of a module computes is one size to all that captures it.
-- rules: FUT-DF-PLUS
-- ==
-- input { 2i64 }
-- output { 7i64 }

entry main (n: i64) =
  let xs = replicate i64.(n | 1) 7i64
  in (\_ -> xs[0]) [n]
