-- How many steps it takes each point of a grid to escape to infinity.
--
-- The grid covers the square from -2-2i to 2+2i; 0 and -2 stay, the corners leave at once.
-- ==
-- input { 3i64 5i32 }
-- output { [[1i32, 2i32, 1i32], [5i32, 5i32, 2i32], [1i32, 2i32, 1i32]] }

type complex = {re: f64, im: f64}

def square (z: complex): complex = {re = z.re * z.re - z.im * z.im, im = 2 * z.re * z.im}
def plus (a: complex) (b: complex): complex = {re = a.re + b.re, im = a.im + b.im}
def far (z: complex): bool = z.re * z.re + z.im * z.im > 4

def escape (limit: i32) (c: complex): i32 =
  let (_, steps) =
    loop (z, steps) = ({re = 0, im = 0}, 0)
    while steps < limit && !(far z) do
      (plus (square z) c, steps + 1)
  in steps

def main (n: i64) (limit: i32): [n][n]i32 =
  let at (k: i64) = 4 * f64.i64 k / f64.i64 (n - 1) - 2
  in map (\y -> map (\x -> escape limit {re = at x, im = at y}) (iota n)) (iota n)
