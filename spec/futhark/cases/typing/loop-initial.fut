-- The initial value fits the loop's parameter.
-- refuses: FUT-T-LOOP/initial
-- ==
-- error: FUT-T-

def main (n: i32) = loop (a, b) = n for _i < n do (a, b)
