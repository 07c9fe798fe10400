-- No array has a negative size.
-- refuses: FUT-E-IOTA/negative
-- ==
-- input { -1i64 }
-- error: FUT-E-IOTA

def main (n: i64) = iota n
