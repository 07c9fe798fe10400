-- Arrays are no larger than the limit of memory allows.
-- refuses: FUT-E-LIMIT/memory
-- ==
-- input { 100000000000000i64 }
-- error: FUT-E-LIMIT

def main (n: i64) = (replicate n 0i64)[0]
