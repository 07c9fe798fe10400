-- A range's step is not zero and has the sign of its direction.
-- refuses: FUT-E-RANGE/step
-- ==
-- input { 3i64 3i64 }
-- error: FUT-E-RANGE
-- input { 3i64 4i64 }
-- error: FUT-E-RANGE

def main (n: i64) (m: i64) = n..m..>0
