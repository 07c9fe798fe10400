-- Functions cannot be compared.
-- refuses: FUT-T-OPS/equality
-- ==
-- error: FUT-T-OPS

def main (x: i32) = (\(a: i32) -> a + x) == (\(a: i32) -> a)
