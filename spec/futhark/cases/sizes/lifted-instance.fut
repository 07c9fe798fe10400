-- A function that takes arrays of one size does not take what another function gives, each time with another size.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-SZ-AMBIG

def both '~a (h: a -> a -> i64) (g: i64 -> a) : i64 = h (g 3) (g 4)
def same [n] (xs: [n]i64) (ys: [n]i64) : i64 = length (zip xs ys)
def main = both same (\n -> iota n)
