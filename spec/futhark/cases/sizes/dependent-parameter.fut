-- Nor for a size parameter, though one argument has that size.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def swap [n] [m] (_: i64) (_: i64) (xs: [n][m]i64) : [n][m]i64 = xs
def use (f: (k: i64) -> (l: i64) -> [k][l]i64 -> [l][k]i64) (m: i64) = f m 3 (replicate m (iota 3))
def main (m: i64) = use swap m
