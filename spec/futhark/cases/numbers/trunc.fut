-- Truncation goes toward zero.
-- ==
-- input { -2.7f32 }
-- output { -2f32 2f32 }

def main (x: f32) = (f32.trunc x, f32.trunc (-x))
