-- A module must be bound.
-- refuses: FUT-T-VAR/bound
-- ==
-- error: FUT-

def main (x: i32) = geometry.grow x
