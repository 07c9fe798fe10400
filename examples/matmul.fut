-- The product of two matrices.
-- ==
-- input { [[1f64, 2f64], [3f64, 4f64]] [[5f64, 6f64, 7f64], [8f64, 9f64, 10f64]] }
-- output { [[21f64, 24f64, 27f64], [47f64, 54f64, 61f64]] }
-- input { [[1f64, 2f64]] [[5f64, 6f64]] }
-- error: size

def dot [n] (xs: [n]f64) (ys: [n]f64): f64 = reduce (+) 0 (map2 (*) xs ys)

def main [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64): [n][p]f64 =
  map (\row -> map (dot row) (transpose b)) a
