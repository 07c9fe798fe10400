-- The size may not be needed before the call shows it.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

def app [k] (f: i64 -> [k]i64) (n: i64) = let m = k in (m, f n)
def main (n: i64) = app iota n
