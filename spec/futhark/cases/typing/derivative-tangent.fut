-- A tangent has the type of the argument.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-APP

def main (x: f64) = jvp (\(x: f64) -> [x, x]) x [1f64, 1f64]
