-- What a derivative is taken of is a function between values, not of functions.
-- refuses: FUT-T-INST/functions
-- ==
-- error: FUT-T-INST

def main (x: f64) = jvp (\(f: f64 -> f64) -> f x) (\y -> y * y) (\y -> y)
