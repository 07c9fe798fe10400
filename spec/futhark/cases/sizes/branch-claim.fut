-- The size of differing branches cannot be claimed to be one of them.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main (b: bool) (n: i64): [n]i64 = (if b then iota n else iota (n + 1))
