-- Converting a float to an integer drops the fraction.
-- rules: NUM-FLOAT-INT
-- ==
-- input { 3.9f64 }
-- output { 3i32 -3i32 253u8 0i64 }

def main (x: f64) = (i32.f64 x, i32.f64 (-x), u8.f64 (-x), i64.f64 f64.nan)
