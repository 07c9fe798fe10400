-- A value around the function has one size, not that of each call.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def first '~a (x: a) (_: i64) (_: a) : a = x
def use (f: (k: i64) -> [k]i64 -> [k]i64) (m: i64) = f m (iota m)
def main (m: i64) = (\x -> use (first x) m) (iota 3)
