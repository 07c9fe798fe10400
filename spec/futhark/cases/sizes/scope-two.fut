-- Two sizes that went out of scope are not equal.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def cut (n: i64) = let (q, _) = (n / 2, n) in iota q
def main (n: i64) = zip (cut n) (cut n)
