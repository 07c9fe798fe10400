-- An anonymous result whose size the body does not tell is unknown.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def small (n: i64): []i64 = filter (< 3) (iota n)
def main (n: i64): [n]i64 = small n
