-- A range is not made of floats.
-- refuses: FUT-T-RANGE/integers
-- ==
-- error: FUT-T-RANGE

def main (x: f32) = x..<x + 3
