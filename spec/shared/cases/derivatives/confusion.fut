-- Derivatives within derivatives: what the outer one moves stands still for the inner one.
-- rules: DER-TAG
-- translation: FUT-CO-OP
-- ==
-- entry: forward reverse forward_in_reverse reverse_in_forward
-- input { 1.0 } output { 1.0 }
-- input { 5.0 } output { 1.0 }

-- ==
-- entry: third
-- input { 2.0 } output { 48.0 }

entry forward (x: f64) = jvp (\x -> x * jvp (\y -> x + y) 1 1) x 1
entry reverse (x: f64) = vjp (\x -> x * vjp (\y -> x + y) 1 1) x 1
entry forward_in_reverse (x: f64) = vjp (\x -> x * jvp (\y -> x + y) 1 1) x 1
entry reverse_in_forward (x: f64) = jvp (\x -> x * vjp (\y -> x + y) 1 1) x 1

entry third (x: f64) =
  let f (x: f64) = x * x * x * x
  let f' x = vjp f x 1
  let f'' x = jvp f' x 1
  in vjp f'' x 1
