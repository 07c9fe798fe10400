-- Integers have derivatives by the same formulas, with the operations of integers.
-- rules: DER-PRODUCT
-- translation: FUT-CO-OP
-- ==
-- entry: products
-- input { 7 2 } output { 2 7 0 -1 1 -3 }
-- input { 2000000000 2 } output { 2 2000000000 0 -500000000 1 -1000000000 }
-- input { 7 65536 } output { 65536 7 0 0 1 0 }
-- input { 100000 65537 } output { 65537 100000 0 0 1 -1 }

entry products (x: i32) (y: i32) =
  let (a, b) = vjp (\(x, y) -> x * y) (x, y) 1
  let (c, d) = vjp (\(x, y) -> x / y) (x, y) 1
  let (e, f) = vjp (\(x, y) -> x % y) (x, y) 1
  in (a, b, c, d, e, f)
