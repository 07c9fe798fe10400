-- min and max have the slope of the operand that they take, of equal ones the first; abs and copysign those of signs.
-- rules: DER-ORDER, DER-PRODUCT
-- translation: FUT-CO-OP
-- ==
-- entry: least greatest
-- input { 1.0 1.0 } output { 1.0 0.0 }
-- input { f64.nan 1.0 } output { 0.0 1.0 }
-- input { 1.0 f64.nan } output { 1.0 0.0 }

-- ==
-- entry: least
-- input { 1.0 2.0 } output { 1.0 0.0 }
-- input { 3.0 2.0 } output { 0.0 1.0 }

-- ==
-- entry: greatest
-- input { 1.0 2.0 } output { 0.0 1.0 }
-- input { 3.0 2.0 } output { 1.0 0.0 }

-- ==
-- entry: signs
-- input { -2.0 3.0 } output { -1.0 -1.0 1.0 }
-- input { 2.0 -3.0 } output { 1.0 -1.0 1.0 }
-- input { 0.0 3.0 } output { 0.0 1.0 1.0 }

-- ==
-- entry: between
-- input { 0.0 } output { 3.0 -1.0 -1.0 }
-- input { 1.0 } output { 3.0 -1.0 -1.0 }
-- input { 0.5 } output { 3.0 -1.0 -1.0 }
-- input { 1.5 } output { 0.0 0.0 0.0 }

entry least x y = vjp (\(x, y) -> f64.min x y) (x, y) 1
entry greatest x y = vjp (\(x, y) -> f64.max x y) (x, y) 1

entry signs x y =
  ( jvp f64.abs x 1
  , (vjp (\(x, y) -> f64.copysign x y) (x, y) 1).0
  , (vjp (\(x, y) -> f64.nextafter x y) (x, y) 1).0
  )

-- At the ends too, `lerp` moves with its last operand, and both orders of taking two slopes agree.
entry between (t: f64) =
  ( jvp (\t -> f64.lerp 2 5 t) t 1
  , jvp (\a -> jvp (\t -> f64.lerp a 5 t) t 1) 2 1
  , jvp (\t -> jvp (\a -> f64.lerp a 5 t) 2 1) t 1
  )
