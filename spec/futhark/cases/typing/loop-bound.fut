-- The bound of a for loop is an integer.
-- refuses: FUT-T-LOOP/bound
-- ==
-- error: FUT-T-LOOP

def main (n: f32) = loop x = 0i32 for _i < n do x + 1
