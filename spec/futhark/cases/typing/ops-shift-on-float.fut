-- Floats are not shifted.
-- refuses: FUT-T-OPS/operands
-- ==
-- error: FUT-T-OPS

def main (a: f32) (b: f32) = a << b
