-- A range whose end lies behind its start is an error.
-- refuses: FUT-E-RANGE/bounds
-- ==
-- input { 3i64 }
-- error: FUT-E-RANGE

def main (n: i64) = n..<0
