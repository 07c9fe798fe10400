-- Negation, `abs`, `copysign` and `sgn` look at the sign bit.
-- rules: NUM-FSIGN
-- ==
-- input { 2f32 }
-- output { -2f32 2f32 -2f32 -1f32 1f32 }

def main (x: f32) = (-x, f32.abs (-x), f32.copysign x (-1), f32.sgn (-x), f32.sgn x)
