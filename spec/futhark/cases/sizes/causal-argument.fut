-- Arguments are evaluated from right to left, so an argument's size is not known to those on its right.
-- refuses: FUT-SZ-CAUSAL/known
-- ==
-- error: FUT-SZ-CAUSAL

def feed [n] (xs: [n]i32) (f: [n]i32 -> i64) = f xs
def main (xs: []i32) = feed (filter (> 1) xs) (\ys -> length ys)
