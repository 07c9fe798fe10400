-- So may a call in a function or loop.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

def main (n: i64) = let app f = map (\i -> f i) (iota n) in app iota
