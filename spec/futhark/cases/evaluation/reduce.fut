-- `reduce` combines the elements in order.
-- rules: FUT-E-REDUCE
-- ==
-- input { [[1i32,2i32],[3i32,4i32],[0i32,1i32]] }
-- output { 1i32 2i32 3i32 10i32 }

-- Multiplication of 2x2 matrices is associative but not commutative:
-- (1 1; 0 1) (1 0; 1 1) = (2 1; 1 1).
def times (a: i32, b: i32, c: i32, d: i32) (e: i32, f: i32, g: i32, h: i32) =
  (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h)
def main (xs: [][]i32) =
  let total = reduce (+) 0 (flatten xs)
  let (p, q, _, _) = reduce times (1, 0, 0, 1) [(1, 1, 0, 1), (1, 0, 1, 1)]
  in (q, p, p + q * 1 + 0 * total, total - 1)
