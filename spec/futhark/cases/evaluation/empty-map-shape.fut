-- A map over nothing still knows its result's shape.
-- rules: FUT-E-SHAPEOF, FUT-E-EMPTYSHAPE
-- ==
-- input { 4i64 }
-- output { 4i64 }

def width [n] [m] 'a (_: [n][m]a) = m
def main (k: i64) = width (map (\(i: i64) -> replicate k i) (iota 0))
