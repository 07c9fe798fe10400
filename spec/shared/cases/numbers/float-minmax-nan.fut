-- The lesser and the greater of a number and NaN is the number, whichever stands first; of two NaNs it is NaN.
-- rules: NUM-FORDER
-- ==
-- input { 1f32 f32.nan }
-- output { 1f32 1f32 1f32 1f32 f32.nan f32.nan }
-- input { f32.inf f32.nan }
-- output { f32.inf f32.inf f32.inf f32.inf f32.nan f32.nan }
-- input { -f32.inf f32.nan }
-- output { -f32.inf -f32.inf -f32.inf -f32.inf f32.nan f32.nan }

-- ==
-- entry: double
-- input { 1f64 f64.nan }
-- output { 1f64 1f64 1f64 1f64 f64.nan f64.nan }

-- ==
-- entry: half
-- input { 1f16 f16.nan }
-- output { 1f16 1f16 1f16 1f16 f16.nan f16.nan }

def main (x: f32) (n: f32) = (f32.min x n, f32.min n x, f32.max x n, f32.max n x, f32.min n n, f32.max n n)
entry double (x: f64) (n: f64) = (f64.min x n, f64.min n x, f64.max x n, f64.max n x, f64.min n n, f64.max n n)
entry half (x: f16) (n: f16) = (f16.min x n, f16.min n x, f16.max x n, f16.max n x, f16.min n n, f16.max n n)
