-- The body of a loop has the type of its parameter.
-- refuses: FUT-T-LOOP
-- ==
-- error: FUT-T-

def main (n: i32) = loop x = 0i32 for _i < n do x == 1
