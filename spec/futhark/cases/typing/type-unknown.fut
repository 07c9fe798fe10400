-- A type name must be bound.
-- refuses: FUT-T-ABBR
-- ==
-- error: FUT-T-

def main (x: complex) = 1i32
