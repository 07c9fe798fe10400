-- Sizes are never negative.
-- rules: FUT-SZ-NONNEG
-- ==
-- input { 0i64 }
-- output { empty([0]i64) }
-- input { -1i64 }
-- error: FUT-

def main (n: i64) = iota n
