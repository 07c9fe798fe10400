-- A type name must be bound.
-- refuses: FUT-M-NAMES/ty
-- ==
-- error: FUT-M-NAMES

def main (x: complex) = 1i32
