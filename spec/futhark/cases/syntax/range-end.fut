-- Two dots are followed by a second element and then an end.
-- refuses: FUT-X-RANGE/end
-- ==
-- error: FUT-X-RANGE

def main (n: i64) = 0..n
