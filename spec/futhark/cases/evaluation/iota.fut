-- `iota` counts from 0.
-- rules: FUT-E-IOTA, FUT-E-REPL
-- ==
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] [true, true, true] }
-- input { 0i64 }
-- output { empty([0]i64) empty([0]bool) }

def main (n: i64) = (iota n, replicate n true)
