-- The sign of NaN is NaN, that of a zero is the zero itself, that of an infinity is 1 or -1.
-- rules: NUM-FSIGN
-- ==
-- input { [f32.nan, 0f32, -0f32, f32.inf, -f32.inf, 1e-45f32, -3f32] }
-- output { [f32.nan, 0f32, -0f32, 1f32, -1f32, 1f32, -1f32] [f32.nan, 0f32, 0f32, f32.inf, f32.inf, 1e-45f32, 3f32] }

-- ==
-- entry: double
-- input { [f64.nan, 0f64, -0f64, f64.inf, -f64.inf, 5e-324f64] }
-- output { [f64.nan, 0f64, -0f64, 1f64, -1f64, 1f64] }

-- ==
-- entry: half
-- input { [f16.nan, 0f16, -0f16, f16.inf, -f16.inf, 6e-8f16] }
-- output { [f16.nan, 0f16, -0f16, 1f16, -1f16, 1f16] }

-- ==
-- entry: zeros
-- input { 0f32 }
-- output { -f32.inf f32.inf -f32.inf f32.inf }

def main (xs: []f32) = (map f32.sgn xs, map f32.abs xs)
entry double (xs: []f64) = map f64.sgn xs
entry half (xs: []f16) = map f16.sgn xs
entry zeros (x: f32) = (1 / f32.sgn (-x), 1 / f32.sgn x, 1 / (-x), 1 / f32.abs (-x))
