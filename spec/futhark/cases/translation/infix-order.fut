-- Operands of a function in backticks are evaluated from the left, as those of an operator, also where the function is local and becomes one that takes a record.
-- rules: FUT-DF-LIFT
-- ==
-- input { 0i64 } error: NUM-DIV
-- input { 1i64 } error: FUT-E-INDEX

def main (n: i64) =
  let g = \(a: i64) (b: i64) -> a + b + n
  in (1 / n) `g` [0i64][1]
