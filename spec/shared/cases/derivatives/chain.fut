-- The change of a value is the sum of the changes of its operands, each times its slope, forward and in reverse.
-- rules: DER-CHAIN, DER-TAPE, DER-SUM, DER-PRODUCT
-- translation: FUT-CO-OP
-- ==
-- entry: forward
-- input { 3.0 } output { 27.0 }
-- input { -1.0 } output { 3.0 }

-- ==
-- entry: reverse
-- input { 3.0 } output { 27.0 }
-- input { -1.0 } output { 3.0 }

-- ==
-- entry: fractions
-- input { 4.0 2.0 } output { 0.5 -1.0 1.0 -2.0 }
-- input { 6.0 -4.0 } output { -0.25 -0.375 1.0 1.0 }

-- ==
-- entry: remainders
-- input { 5.0 0.1 } output { 1.0 -49.0 }
-- input { 1.0 0.1 } output { 1.0 -9.0 }
-- input { -5.0 0.1 } output { 1.0 49.0 }
-- input { 5.0 f64.inf } output { 1.0 0.0 }

-- ==
-- entry: raised
-- input { 1e-300 } output { true true }

-- ==
-- entry: triples
-- input { 2.0 5.0 0.25 } output { [5.0, 2.0, 1.0] [0.75, 0.25, 3.0] }
-- input { 2.0 5.0 1.5 } output { [5.0, 2.0, 1.0] [0.0, 1.0, 0.0] }

def f (x: f64) = x * x * x - (-x + x)

entry forward x = jvp f x 1
entry reverse x = vjp f x 1

entry fractions x y =
  let (a, b) = vjp (\(x: f64, y) -> x / y) (x, y) 1
  let (c, d) = vjp (\(x: f64, y) -> x % y) (x, y) 1
  in (a, b, c, d)

-- The quotient of 5 and 0.1 is rounded to 50, and 0.1 is a little more than a tenth.
entry remainders x y = vjp (\(x: f64, y) -> x % y) (x, y) 1

-- The power of two by which a change is multiplied is beyond all numbers.
entry raised x =
  let raise (x: f64) = f64.ldexp x 1100
  in (jvp raise x x == raise x, vjp raise x x == raise x)

def list (x: f64, y: f64, z: f64) = [x, y, z]

entry triples x y z =
  ( list (vjp (\(x, y, z) -> f64.fma x y z) (x, y, z) 1)
  , list (vjp (\(x, y, z) -> f64.lerp x y z) (x, y, z) 1)
  )
