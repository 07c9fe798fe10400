-- Converting to half precision rounds to nearest even and overflows to infinity.
-- rules: NUM-FLOAT-FLOAT
-- ==
-- input { 65520f32 }
-- output { f16.inf 65504f16 1f64 }

def main (x: f32) = (f16.f32 x, f16.f32 65519, f64.f16 1)
