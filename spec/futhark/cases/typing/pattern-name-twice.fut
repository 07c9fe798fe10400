-- A pattern binds each name once.
-- refuses: FUT-T-PAT/distinct
-- ==
-- error: FUT-T-PAT

def main (x: i32) = let (a, a) = (x, x + 1) in a
