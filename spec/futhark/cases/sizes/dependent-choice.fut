-- Of two arguments with different sizes nobody knows which one is the result.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def first '~a (_: i64) (_: i64) (x: a) (_: a) : a = x
def use (f: (k: i64) -> (l: i64) -> [k]i64 -> [l]i64 -> [l]i64) (m: i64) = f m 3 (iota m) (iota 3)
def main (m: i64) = use first m
