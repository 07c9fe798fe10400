-- A power has a slope in its base and in its exponent; at 0, where one of them may be infinite, it has none.
-- rules: DER-POWER
-- translation: FUT-CO-OP
-- ==
-- entry: floats
-- input { 2.0 3.0 } output { 12.0 true }
-- input { -2.0 3.0 } output { 12.0 true }
-- input { 0.0 1.0 } output { 1.0 true }
-- input { 0.0 0.5 } output { 0.0 true }
-- input { 0.0 0.0 } output { 0.0 true }

-- ==
-- entry: integers
-- input { 3 4 } output { 108 0 }
-- input { 3 0 } output { 0 0 }

-- ==
-- entry: twice
-- input { 0.0 1.0 } output { 0.0 0.0 }
-- input { 0.0 2.0 } output { 0.0 0.0 }
-- input { -2.0 2.0 } output { 0.0 0.0 }
-- input { 1.0 2.0 } output { 1.0 1.0 }

entry floats x y =
  let (a, b) = vjp (\(x, y) -> x ** y) (x, y) 1f64
  in (a, if x > 0 then b == x ** y * f64.log x else b == 0)

entry integers x y = vjp (\(x, y) -> x ** y) (x, y) 1i32

-- Both orders of taking the slopes in the base and in the exponent.
entry twice (x: f64) (y: f64) =
  (jvp (\y -> jvp (\x -> x ** y) x 1) y 1, jvp (\x -> jvp (\y -> x ** y) y 1) x 1)
