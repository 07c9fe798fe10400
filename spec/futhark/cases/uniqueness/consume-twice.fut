-- What has been consumed cannot be consumed again.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def two (a: *[]i32) (b: *[]i32) = a[0] + b[0]
def main (a: *[]i32) =
  let b = a
  let c = a with [0] = 1
  in two b c
