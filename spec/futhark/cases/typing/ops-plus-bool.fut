-- Arithmetic is not defined on booleans.
-- refuses: FUT-T-OPS
-- ==
-- error: FUT-T-

def main (a: bool) = a + a
