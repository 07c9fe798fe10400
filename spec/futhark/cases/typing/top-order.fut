-- Definitions are visible only below themselves.
-- refuses: FUT-T-VAR
-- ==
-- error: FUT-T-

def main (x: i32) = later x
def later (x: i32) = x + 1
