-- A derivative may stand in a size, of a type or of a coercion.
-- rules: FUT-E-VJP, FUT-E-COERCE
-- translation: FUT-CO-OP
-- ==
-- entry: result coerced
-- input { 3.0 } output { [0, 0, 0, 0, 0, 0] }

def size (x: f64) : i64 = i64.f64 (vjp (\x -> x * x) x 1)

def zeros (x: f64) : [size x]i32 = replicate 6 0 :> [size x]i32

entry result x = zeros x

entry coerced (x: f64) = replicate 6 0i32 :> [size x]i32
