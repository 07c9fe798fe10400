-- A call in a branch may never happen.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

def app [k] (f: i64 -> [k]i64) (n: i64) = let xs = if n > 2 then f n else [] in (k, xs)
def main (n: i64) = app iota n
