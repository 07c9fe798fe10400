-- `min` and `max` ignore a single NaN.
-- rules: NUM-FORDER
-- ==
-- input { 2f32 }
-- output { 2f32 2f32 2f32 f32.inf -f32.inf }

def main (x: f32) = (f32.min x f32.nan, f32.max f32.nan x, f32.maximum [x, 1], f32.minimum [], f32.maximum [])
