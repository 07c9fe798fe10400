-- What moves in steps has no slope, and comparisons have none.
-- rules: DER-STEP
-- translation: FUT-CO-OP
-- ==
-- entry: steps
-- input { 1.5 } output { [0.0, 0.0, 0.0, 0.0, 0.0] false 0.0 }

-- ==
-- entry: counts
-- input { 12 } output { 0 0 0 8 0 }

entry steps (x: f64) =
  ( [ jvp f64.round x 1
    , jvp f64.ceil x 1
    , vjp f64.floor x 1
    , vjp f64.trunc x 1
    , vjp f64.sgn x 1
    ]
  , jvp f64.isnan x 1
  , vjp (\x -> x < 2 && f64.isinf x) x true
  )

entry counts (x: i32) =
  ( jvp i32.popc x 1
  , jvp i32.clz x 1
  , vjp (& 5) x 1
  , vjp (<< 3) x 1
  , vjp (>> 3) x 1
  )
