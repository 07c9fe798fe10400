-- A module must be bound.
-- refuses: FUT-M-NAMES/module
-- ==
-- error: FUT-

def main (x: i32) = geometry.grow x
