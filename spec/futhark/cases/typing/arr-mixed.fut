-- Elements of different types are refused.
-- refuses: FUT-T-ARR
-- ==
-- error: FUT-T-

def main (x: i32) = [x, true]
