-- The condition of a conditional is a boolean.
-- refuses: FUT-T-IF/condition
-- ==
-- error: FUT-T-IF

def main (x: i32) = if x then 1 else 2
