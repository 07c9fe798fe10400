-- A let pattern must fit every value.
-- refuses: FUT-T-IRREF/total
-- ==
-- error: FUT-T-IRREF

def main (x: i32) = let (y, 0) = (x, x + 1) in y
