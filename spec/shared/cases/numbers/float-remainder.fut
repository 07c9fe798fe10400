-- The remainder of floats has the sign of the dividend.
-- rules: NUM-FMOD
-- ==
-- input { -7f64 2f64 }
-- output { -1f64 }
-- input { 7f64 -2f64 }
-- output { 1f64 }

def main (x: f64) (y: f64) = x % y
