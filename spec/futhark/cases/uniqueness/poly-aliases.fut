-- A value of a type parameter may be an array, so it aliases.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def same 'a (x: a): a = x
def main (a: *[]i32) =
  let b = same a
  let c = a with [0] = 1
  in b[0] + c[0]
