-- A loop would consume in each iteration what the function was given outside of it.
-- refuses: FUT-U-R-CONSUME/consumable
-- ==
-- error: FUT-U-

def fill [n] (a: *[n]i32) (v: i32) : i32 = let a = a with [0] = v in a[0] + a[1]

def main (xs: []i32) =
  let f = fill (copy xs)
  in loop x = 1 for _i < 2 do f x
