-- Rounding goes to the nearest integer, ties to even.
-- rules: NUM-ROUND
-- ==
-- input { 2.5f64 }
-- output { 2f64 4f64 -2f64 2f64 3f64 -3f64 }

def main (x: f64) = (f64.round x, f64.round (x + 1), f64.round (-x), f64.floor x, f64.ceil x, f64.floor (-x))
