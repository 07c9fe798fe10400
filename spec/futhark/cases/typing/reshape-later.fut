-- An element whose type is found out later to be an array keeps its dimensions when the array of it is reshaped.
-- rules: FUT-T-RESHAPE, FUT-E-RESHAPE
-- ==
-- input { [5i64, 6i64, 7i64] }
-- output { [[[5i64, 6i64, 7i64], [5i64, 6i64, 7i64]]] }

def main [n] (x: [n]i64) = flip (\(_: bool) y -> reshape (1, 2) [y, y]) x true
