-- An adjoint begins with zero, to which weights are added: so none is a negative zero, also where the weight or its product with the slope is one.
-- rules: DER-TAPE, DER-CHAIN
-- translation: FUT-CO-OP
-- ==
-- entry: weights
-- input { 0.0 -1.0 } output { 0u64 0u64 0u64 }
-- input { 0.0 -0.0 } output { 0u64 0u64 0u64 }

-- ==
-- entry: changes
-- input { 0.0 -1.0 } output { 9223372036854775808u64 9223372036854775808u64 }

entry weights (x: f64) (w: f64) =
  ( f64.to_bits (vjp (* x) 3 w)
  , f64.to_bits (vjp (\y -> y * x * x) 3 w)
  , f64.to_bits (vjp id 3 (w * 0))
  )

-- A change is taken as it is.
entry changes (x: f64) (t: f64) =
  ( f64.to_bits (jvp (* x) 3 t)
  , f64.to_bits (jvp id 3 (t * 0))
  )
