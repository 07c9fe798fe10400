-- Branches of different types are refused.
-- refuses: FUT-T-IF/branches
-- ==
-- error: FUT-T-IF

def main (b: bool) (x: i32) = if b then x else b
