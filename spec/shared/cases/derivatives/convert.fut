-- A conversion converts changes, and in reverse weights.
-- rules: DER-CONVERT
-- translation: FUT-CO-OP
-- ==
-- entry: narrow
-- input { 1.5 } output { 3.0f32 3.0 }

-- ==
-- entry: whole
-- input { 1.5 } output { 2i32 2.0 }

-- ==
-- entry: bits
-- input { 1.5f32 } output { 1065353216u32 1f32 0.5f32 }

entry narrow (x: f64) =
  let f (x: f64) = f32.f64 x * f32.f64 x
  in (jvp f x 1, vjp f x 1)

entry whole (x: f64) = (jvp i32.f64 x 2.75, vjp i32.f64 x 2)

entry bits (x: f32) =
  ( jvp f32.to_bits x 1
  , vjp f32.to_bits x 1065353216
  , jvp (\x -> f32.from_bits (f32.to_bits x)) x 0.5
  )
