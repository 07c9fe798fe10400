-- A scatter consumes its destination.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (d: *[]i32) (is: []i64) =
  let e = scatter d is (map i32.i64 is)
  in e[0] + d[0]
