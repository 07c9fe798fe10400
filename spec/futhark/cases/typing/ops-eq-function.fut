-- Functions cannot be compared.
-- refuses: FUT-T-OPS
-- ==
-- error: FUT-T-

def main (x: i32) = (\(a: i32) -> a + x) == (\(a: i32) -> a)
