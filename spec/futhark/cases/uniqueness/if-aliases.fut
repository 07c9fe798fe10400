-- The result of a conditional aliases what either branch aliases.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (c: bool) (a: *[]i32) (b: *[]i32) =
  let d = if c then a else b
  let e = b with [0] = 1
  in d[0] + e[0]
