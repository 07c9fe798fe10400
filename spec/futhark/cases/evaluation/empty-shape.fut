-- An empty array keeps the sizes of its elements.
-- rules: FUT-E-REPL
-- ==
-- input { 3i64 }
-- output { empty([0][3]i64) 3i64 }

def width [n] [m] (_: [n][m]i64) = m
def main (n: i64) = let xs = replicate 0 (iota n) in (xs, width xs)
