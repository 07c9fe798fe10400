-- An ascription does not lose aliases.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (a: *[]i32) =
  let b = (a: []i32)
  let c = a with [0] = 1
  in b[0] + c[0]
