-- A for-in loop goes over an array.
-- refuses: FUT-T-LOOP/array
-- ==
-- error: FUT-T-LOOP

def main (n: i32) = loop x = 0i32 for y in n do x + y
