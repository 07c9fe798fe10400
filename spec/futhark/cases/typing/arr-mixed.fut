-- Elements of different types are refused.
-- refuses: FUT-T-ARR/elements
-- ==
-- error: FUT-T-ARR

def main (x: i32) = [x, true]
