-- A sum value needs the sizes of its absent constructors too.
-- refuses: FUT-SZ-AMBIG/determined
-- ==
-- error: FUT-

type~ either = #ints ([]i32) | #reals ([]f32)
def main (xs: []i32) =
  let v: either = #ints xs
  in match v case #ints ys -> length ys case #reals ys -> length ys
