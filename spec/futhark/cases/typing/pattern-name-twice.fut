-- A pattern binds each name once.
-- refuses: FUT-T-PAT
-- ==
-- error: FUT-

def main (x: i32) = let (a, a) = (x, x + 1) in a
