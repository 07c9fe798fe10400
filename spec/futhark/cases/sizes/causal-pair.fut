-- A component of a pair does not know the size of the component before it.
-- refuses: FUT-SZ-CAUSAL/known
-- ==
-- error: FUT-SZ-CAUSAL

def feed [n] (p: ([n]i32, [n]i32 -> i64)) = p.1 p.0
def main (xs: []i32) = feed (filter (> 0) xs, \ys -> length ys)
