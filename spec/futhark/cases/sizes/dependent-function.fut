-- What a function takes is a size like others.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def keep '^a (_: i64) (_: i64) (f: a) : a = f
def use (f: (k: i64) -> (l: i64) -> ([k]i64 -> i64) -> [l]i64 -> i64) (m: i64) =
  f m 3 (\(xs: [m]i64) -> length (zip xs (iota m))) (iota 3)
def main (m: i64) = use keep m
