-- Selecting one field of a record variable looks at all of it.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (a: *[]i32) (b: *[]i32) =
  let r = {one = a, two = b}
  let c = r.one with [0] = 1
  in c[0] + r.two[0]
