-- The parts of a range have one type.
-- refuses: FUT-T-RANGE
-- ==
-- error: FUT-T-

def main (x: i16) (n: i64) = x..<n
