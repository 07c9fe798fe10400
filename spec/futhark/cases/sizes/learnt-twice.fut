-- Two calls may give two sizes.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

def main (n: i64) = let app f = zip (f n) (f (n + 1)) in app iota
