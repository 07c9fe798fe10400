-- A result may alias every argument that the function only looks at.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def second (_: []i32) (b: []i32): []i32 = b
def main (a: *[]i32) (b: *[]i32) =
  let c = second a b
  let d = a with [0] = 1
  in c[0] + d[0]
