-- Nor are they bound anew inside of a function.
-- refuses: FUT-T-REDEF/logical
-- ==
-- error: FUT-T-REDEF

def main (a: bool) = let (||) = a in a
