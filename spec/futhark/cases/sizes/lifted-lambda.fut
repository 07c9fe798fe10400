-- Nor does a lambda that would have to know the size.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

def once '~a (h: a -> i64) (g: i64 -> a) : i64 = h (g 3)
def main = once (\xs -> length xs) (\(n: i64) -> iota n)
