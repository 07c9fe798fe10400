-- Element sizes of an array literal must agree.
-- refuses: FUT-T-ARR/elements
-- ==
-- error: FUT-

def main (x: i32) = [[x], [x, x]]
