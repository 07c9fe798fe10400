-- Arguments that share a size parameter must have one size.
-- refuses: FUT-SZ-LINK/scope
-- ==
-- error: FUT-SZ-

def main (a: []i32) (n: i64) = map2 (+) a (replicate n 1)
