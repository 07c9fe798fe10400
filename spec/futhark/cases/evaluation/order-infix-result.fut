-- Operands in backticks are evaluated from the left, also where the function takes one of them and gives a function that takes the other.
-- rules: FUT-E-ORDER
-- ==
-- entry: first
-- input { 0i64 } error: NUM-DIV
-- input { 1i64 } error: FUT-E-INDEX

-- ==
-- entry: record
-- input { 0i64 } error: NUM-DIV
-- input { 1i64 } error: FUT-E-INDEX

def given (_: i64): i64 -> i64 =
  \_ -> 3

def taken (_: i64): {a: i64} -> i64 =
  \_ -> 3

entry first (n: i64) =
  (1 / n) `given` [0i64][n]

entry record (n: i64) =
  (1 / n) `taken` [{a = 0i64}][n]
