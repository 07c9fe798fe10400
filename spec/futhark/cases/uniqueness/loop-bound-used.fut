-- The initial value of a loop may not consume what the bound uses.
-- refuses: FUT-U-LOOP/body
-- ==
-- error: FUT-U-LOOP

def main (xs: *[3]i64) = loop a = (xs with [0] = 1)[0] for _i < xs[0] do a + 1
