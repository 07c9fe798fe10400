-- `with_vjp` is its function, of which a derivative in reverse knows only what the other function says.
-- rules: FUT-E-WITHVJP
-- translation: FUT-CO-OP
-- ==
-- entry: value
-- input { 3.0 } output { 6.0 }

-- ==
-- entry: reverse
-- input { 3.0 } output { 106.0 324.0 }

-- ==
-- entry: forward
-- input { 3.0 } output { 2.0 }

-- ==
-- entry: free
-- input { 3.0 } output { 0.0 1.0 }

-- ==
-- entry: second
-- input { 3.0 } output { 2.0 }

-- ==
-- entry: pairs
-- input { [1.0, 2.0] } output { [30.0, 20.0] }

-- ==
-- entry: captured
-- input { 1.0 } output { 0.5403023058681398 -0.8414709848078965 }

-- ==
-- entry: places
-- input { 3.0 } output { 5.0 6.0 6.0 }

def double (x: f64) = with_vjp (\x -> x * 2) (\y w -> w * (y + 100)) x

entry value x = double x

entry reverse x = (vjp double x 1, vjp (\x -> double x * x) x 1)

entry forward x = jvp double x 1

-- What the function takes from elsewhere has no adjoint.
entry free (x: f64) =
  ( vjp (\x -> with_vjp (\y -> y * x) (\_ w -> w) 1) x 1
  , vjp (\x -> with_vjp (\y -> y * x) (\_ w -> w) x) x 1
  )

-- The outer derivative is one of what the inner one does.
entry second x = vjp (\x -> vjp double x 1) x 1

entry pairs (xs: [2]f64) =
  let swap (p: [2]f64) = with_vjp (\(p: [2]f64) -> [p[1], p[0]]) (\_ w -> map (* 10) [w[1], w[0]]) p
  in vjp swap xs [2, 3]

-- What says the adjoint may be computed of what the derivative moves; an outer derivative moves it too.
entry captured (x: f64) =
  ( vjp (\x -> with_vjp f64.sin (\_ w -> w * f64.cos x) x) x 1
  , vjp (\x -> vjp (\y -> with_vjp f64.sin (\_ w -> w * f64.cos (x * y)) y) 1 1) x 1
  )

-- Within another derivative, here of y, the outer one looks into the function.
entry places x =
  let square = with_vjp (\x -> x * x) (\_ w -> w * 5f64)
  in ( vjp square x 1
     , vjp (\x -> vjp (\y -> square x * y) 1 1) x 1
     , vjp (\x -> jvp (\y -> square x * y) 1 1) x 1
     )
