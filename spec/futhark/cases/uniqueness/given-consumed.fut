-- A function that was given what it consumes may have a name, and is applied once; one that makes it each time is applied as often as one likes.
-- rules: FUT-U-CLOSURE
-- ==
-- input { [5i32,6i32] }
-- output { 7i32 10i32 15i32 }

def fill [n] (a: *[n]i32) (v: i32) : i32 = let a = a with [0] = v in a[0] + a[1]

def main (xs: []i32) =
  let f = fill (copy xs)
  let g = \v -> fill (copy xs) v
  in ((fill (copy xs)) 1, if xs[0] > 4 then f 4 else f 3, g 1 + g 2)
