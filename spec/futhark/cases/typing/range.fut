-- A range has signed integers of one type.
-- rules: FUT-T-RANGE
-- ==
-- input { 3i16 }
-- output { [3i16, 5i16, 7i16] }

def main (x: i16) = x..x + 2...8
