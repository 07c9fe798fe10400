-- A name must be bound.
-- refuses: FUT-T-VAR/bound
-- ==
-- error: FUT-T-VAR

def main (x: i32) = x + y
