-- The initial value fits the loop's parameter.
-- refuses: FUT-T-PAT/shape
-- ==
-- error: FUT-T-

def main (n: i32) = loop (a, b) = n for _i < n do (a, b)
