-- A pattern stands where names are bound.
-- refuses: FUT-X-PAT/pattern
-- ==
-- error: FUT-X-PAT

def main (x: i32) = let + = x in x
