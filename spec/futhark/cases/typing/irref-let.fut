-- A let pattern must fit every value.
-- refuses: FUT-T-IRREF
-- ==
-- error: FUT-T-

def main (x: i32) = let (y, 0) = (x, x + 1) in y
