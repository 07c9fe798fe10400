-- The unstarred parts of one result may be the same memory.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def two (n: i64): ([]i64, []i64) = let xs = iota n in (xs, xs)
def main (n: i64) =
  let (p, q) = two n
  let r = p with [0] = 7
  in q[0] + r[0]
