-- Scalar loops: the Mandelbrot set on a grid of n by n points, up to `limit` steps each.
-- The result is the number of steps in all.
-- ==
-- input { 3i64 5i32 } output { 20i64 }

def main (n: i64) (limit: i32): i64 =
  let steps (py: i64) (px: i64): i64 =
    let cr = 4 * f64.i64 px / f64.i64 (n - 1) - 2
    let ci = 4 * f64.i64 py / f64.i64 (n - 1) - 2
    let (_, _, k) =
      loop (x, y, k) = (0, 0, 0)
      while k < limit && x * x + y * y <= 4 do
        (x * x - y * y + cr, 2 * x * y + ci, k + 1)
    in i64.i32 k
  in i64.sum (map (\py -> i64.sum (map (steps py) (iota n))) (iota n))
