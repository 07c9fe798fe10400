-- An argument with a binding inside gives a size that equals nothing else.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main (n: i64) = zip (iota (let m = n in m)) (iota n)
