-- A range is not made of floats.
-- refuses: FUT-T-RANGE
-- ==
-- error: FUT-T-

def main (x: f32) = 0..<x
