-- Truncation goes toward zero.
-- rules: NUM-ROUND
-- ==
-- input { -2.7f32 }
-- output { -2f32 2f32 }

def main (x: f32) = (f32.trunc x, f32.trunc (-x))
