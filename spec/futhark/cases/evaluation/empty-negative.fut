-- As data a size below zero of rows that are not there is 0, and `length` of what is empty is 0.
-- rules: FUT-E-EMPTYSHAPE
-- ==
-- entry: counted
-- input { 3i64 }
-- output { 0i64 }
-- input { -3i64 }
-- output { 0i64 }

-- ==
-- entry: rows
-- input { 3i64 }
-- output { empty([0][2]i64) }
-- input { -3i64 }
-- output { empty([0][0]i64) }

def none 'a (_: a -> i64) : i64 = length ([] : [0]a)

entry counted (n: i64) : i64 = none (\(row: [n]i64) -> length row)

entry rows (n: i64) : [0][n - 1]i64 = []
