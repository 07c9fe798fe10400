-- After a record update the field aliases the new value.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (a: []i32) (b: *[]i32) =
  let r = {p = a} with p = b
  let c = b with [0] = 1
  in r.p[0] + c[0]
