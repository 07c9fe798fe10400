-- A local function aliases what it mentions.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (a: *[]i32) =
  let look (i: i32) = a[i]
  let b = a with [0] = 1
  in look 1 + b[0]
