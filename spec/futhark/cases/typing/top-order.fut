-- Definitions are visible only below themselves.
-- refuses: FUT-T-VAR/bound
-- ==
-- error: FUT-T-VAR

def main (x: i32) = later x
def later (x: i32) = x + 1
