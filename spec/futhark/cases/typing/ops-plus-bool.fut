-- Arithmetic is not defined on booleans.
-- refuses: FUT-T-OPS/operands
-- ==
-- error: FUT-T-OPS

def main (a: bool) = a + a
