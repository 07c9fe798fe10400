-- Sizes too large for memory are a limit, not a crash.
-- ==
-- input { 9223372036854775807i64 }
-- error: FUT-E-LIMIT

def main (n: i64) = (replicate n 1u8)[0]
