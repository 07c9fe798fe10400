-- Powers of floats follow the C library.
-- rules: NUM-ELEMENTARY
-- ==
-- input { 2f64 }
-- output { 8f64 1f64 f64.nan 0.25f64 }

def main (x: f64) = (x ** 3, f64.nan ** 0, (-x) ** 0.5, x ** (-2))
