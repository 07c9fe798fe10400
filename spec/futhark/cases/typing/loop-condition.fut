-- The condition of a while loop is a boolean.
-- refuses: FUT-T-LOOP/condition
-- ==
-- error: FUT-T-LOOP

def main (n: i32) = loop x = n while x do x - 1
