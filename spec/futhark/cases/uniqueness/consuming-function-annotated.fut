-- A function that consumes its argument is not named by a type that does not say so.
-- refuses: FUT-U-HOPAR/parameter
-- ==
-- error: FUT-U-HOPAR

def eat (r: *[]i32) : i32 = (r with [0] = 1)[0]
def main (xs: []i32) =
  let f: []i32 -> i32 = eat
  in f (copy xs)
