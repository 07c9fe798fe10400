-- A float literal never takes an integer type.
-- refuses: FUT-T-OPS/same
-- ==
-- error: FUT-T-

def main (x: i32) = x + 1.5
