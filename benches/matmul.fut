-- Nested map and reduce: the product of two n by n matrices. The result is the sum of its elements.
-- ==
-- input { 2i64 } output { 11f64 }

def main (n: i64): f64 =
  let a = map (\i -> map (\j -> f64.i64 (i + j)) (iota n)) (iota n)
  let b = map (\i -> map (\j -> f64.i64 (i * j + 1)) (iota n)) (iota n)
  let c = map (\row -> map (\column -> reduce (+) 0 (map2 (*) row column)) (transpose b)) a
  in f64.sum (flatten c)
