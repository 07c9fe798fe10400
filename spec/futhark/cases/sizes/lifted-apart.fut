-- A value of a lifted type is taken by what takes every size, not by what takes the size of another value.
-- refuses: FUT-SZ-TYVAR/existential
-- ==
-- error: FUT-SZ-TYVAR

def cross '~a (g: i64 -> (a, a -> i64)) : i64 = (g 1).1 (g 2).0
def main = cross (\(n: i64) -> (iota n, \(xs: [n]i64) -> length (zip xs (iota n))))
