-- Arguments that share a size parameter must have one size.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main (a: []i32) (n: i64) = map2 (+) a (replicate n 1)
