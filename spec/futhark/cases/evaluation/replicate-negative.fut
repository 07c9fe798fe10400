-- Nothing is replicated a negative number of times.
-- refuses: FUT-E-REPL/negative
-- ==
-- input { -1i64 }
-- error: FUT-E-|FUT-E-|FUT-SZ-

def main (n: i64) = replicate n true
