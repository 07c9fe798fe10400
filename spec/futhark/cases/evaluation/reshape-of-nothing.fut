-- Nothing may lie in very many rows: what has no elements is looked at in no time.
-- rules: FUT-E-RESHAPE
-- ==
-- input { 3i64 0i64 }
-- output { empty([0]i64) empty([3][0]i64) 3i64 }
-- input { 9223372036854775807i64 0i64 }
-- output { empty([0]i64) empty([9223372036854775807][0]i64) 9223372036854775807i64 }

entry main (n: i64) (m: i64) =
  let xs = unflatten (iota (n * m))
  in (flatten xs, xs : [n][m]i64, length (copy xs))
