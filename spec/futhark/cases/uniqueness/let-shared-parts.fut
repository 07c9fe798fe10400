-- Two names for one local array stay linked after the array's own name is gone.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (n: i64) =
  let (p, q) = (let xs = iota n in (xs, xs))
  let r = p with [0] = 8
  in q[0] + r[0]
