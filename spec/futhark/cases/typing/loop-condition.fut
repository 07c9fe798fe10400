-- The condition of a while loop is a boolean.
-- refuses: FUT-T-LOOP
-- ==
-- error: FUT-T-

def main (n: i32) = loop x = n while x do x - 1
