-- A constant that is made anew for each of its sizes may have parts that are not.
-- refuses: FUT-U-R-CONSUME/consumable
-- forced: poison
-- given: { 2i64 3i64 }
-- ==
-- error: FUT-U-R-CONSUME

def table = [1i64]
def both [n] : ([n]i64, [1]i64) = (replicate n 0, table)
def main (k: i64) (x: i64) =
  let (zeros, one) = both : ([k]i64, [1]i64)
  let one[0] = x
  in (zeros, one, table[0])
