-- The parts of a range have one type.
-- refuses: FUT-T-RANGE/same
-- ==
-- error: FUT-T-RANGE

def main (x: i16) (n: i64) = x..<n
