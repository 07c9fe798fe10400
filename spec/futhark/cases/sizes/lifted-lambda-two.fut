-- But two arguments of one size that only the calls know need not have one size.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

def both '~a (h: a -> a -> i64) (g: i64 -> a) : i64 = h (g 3) (g 4)
def main = both (\xs ys -> length (zip xs ys)) (\(n: i64) -> iota n)
