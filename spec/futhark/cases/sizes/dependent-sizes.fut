-- The size of a result is not another one than the argument's.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def keep '~a (_: i64) (_: i64) (x: a) : a = x
def use (f: (k: i64) -> (l: i64) -> [k]i64 -> [l]i64) (m: i64) = f m 3 (iota m)
def main (m: i64) = use keep m
