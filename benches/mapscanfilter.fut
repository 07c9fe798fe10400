-- Whole-array operations: a map, a scan and a filter over n elements.
-- ==
-- input { 6i64 } output { 1i64 0i64 }

def main (n: i64): (i64, i64) =
  let squares = map (\i -> i * i % 7) (iota n)
  let sums = scan (+) 0 squares
  let evens = filter (\x -> x % 2 == 0) sums
  in (length evens, i64.sum evens)
