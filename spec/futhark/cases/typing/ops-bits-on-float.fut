-- Bitwise operators are for integers.
-- refuses: FUT-T-OPS
-- ==
-- error: FUT-T-

def main (a: f32) (b: f32) = a & b
