-- No array has a negative size.
-- refuses: CORE-E-IOTA/negative
-- ==
-- input { -1i64 }
-- error: CORE-E-IOTA

def main (n: i64) = iota n
