-- Consuming in one branch consumes for what follows.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (c: bool) (a: *[]i32) =
  let b = if c then a with [0] = 1 else copy a
  in a[0] + b[0]
