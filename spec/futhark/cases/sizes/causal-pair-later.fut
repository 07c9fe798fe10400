-- A component of a pair does not know the size of the component behind it.
-- refuses: FUT-SZ-CAUSAL/known
-- ==
-- error: FUT-SZ-CAUSAL

def feed [n] (p: ([n]i32 -> i64, [n]i32)) = p.0 p.1
def main (xs: []i32) = feed (\ys -> length ys, filter (> 0) xs)
