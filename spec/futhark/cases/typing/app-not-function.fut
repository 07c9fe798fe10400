-- Only functions are applied.
-- refuses: FUT-T-APP
-- ==
-- error: FUT-T-

def main (x: i32) = x 1i32
