-- Converting an integer to a float rounds to the nearest, ties to even.
-- rules: NUM-INT-FLOAT
-- ==
-- input { 16777217i32 }
-- output { 16777216f32 16777217f64 }

def main (x: i32) = (f32.i32 x, f64.i32 x)
