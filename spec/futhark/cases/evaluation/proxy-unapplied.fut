-- A coerced function that nobody applies is not wrong.
-- rules: FUT-E-COERCE
-- ==
-- input { 3i64 }
-- output { empty([0][3]i64) }
-- input { 4i64 }
-- output { empty([0][4]i64) }

def g (x: i64) : [4]i64 = replicate 4 x
def main (k: i64) : [0][k]i64 = map (g :> (i64 -> [k]i64)) []
