-- What a function was given is consumed by its first application.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def fill (a: *[2]i32) (v: i32) : i32 = let a = a with [0] = v in a[0] + a[1]

def main (xs: [2]i32) =
  let f = fill (copy xs)
  in f 1 + f 2
