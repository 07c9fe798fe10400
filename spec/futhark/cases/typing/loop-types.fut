-- The body of a loop has the type of its parameter.
-- refuses: FUT-T-LOOP/body
-- ==
-- error: FUT-T-LOOP

def main (n: i32) = loop x = 0i32 for _i < n do x == 1
