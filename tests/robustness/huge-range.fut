-- A range longer than any memory is a limit.
-- ==
-- input { 9223372036854775807i64 }
-- error: FUT-

def main (n: i64) = length (0..1...n)
