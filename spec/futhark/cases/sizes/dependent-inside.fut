-- A function that is given has calls of its own, whose sizes differ.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def cross '~a (g: i64 -> (a, a -> i64)) : i64 = (g 1).1 (g 2).0
def use (f: ((k: i64) -> ([k]i64, [k]i64 -> i64)) -> i64) : i64 = f (\k -> (iota k, \(xs: [k]i64) -> length (zip xs (iota k))))
def main = use cross
