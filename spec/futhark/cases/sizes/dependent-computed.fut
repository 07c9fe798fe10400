-- Sizes computed from what the call is given may differ, too.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def turn [n] (_: i64) (xs: [n]i64) : [n]i64 = reverse xs
def use (f: (k: i64) -> [k + 1]i64 -> [k + 2]i64) (m: i64) = f m (iota (m + 1))
def main (m: i64) = use turn m
