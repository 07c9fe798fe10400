-- A name must be bound.
-- refuses: FUT-T-VAR
-- ==
-- error: FUT-T-

def main (x: i32) = x + y
