-- A zero keeps its sign where a function is odd.
-- rules: NUM-ELEMENTARY
-- ==
-- input { -0f64 }
-- output { -0f64 -0f64 -0f64 }
-- input { 0f64 }
-- output { 0f64 0f64 0f64 }

def main (x: f64) = (f64.sinpi x, f64.tanpi x, f64.sin x)
