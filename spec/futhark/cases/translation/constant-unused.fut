-- A constant is evaluated where it is an argument, also of a function that is written out and does not use it.
-- rules: FUT-DF-APP, FUT-E-ORDER
-- ==
-- input { true } error: FUT-E-ASSERT
-- input { false } output { 7i64 }

def zero : i64 = assert false 0i64
def main (b: bool) : i64 =
  if b then ((\(x: i64) -> \(ys: [2]i64) -> ys[0]) zero) [7i64, 8] else ((\(x: i64) -> \(ys: [2]i64) -> ys[x]) 0) [7i64, 8]
