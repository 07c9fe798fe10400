-- An argument has the parameter's type.
-- refuses: FUT-T-APP/argument
-- ==
-- error: FUT-T-APP

def half (x: f32) = x / 2
def main (x: f64) = half x
