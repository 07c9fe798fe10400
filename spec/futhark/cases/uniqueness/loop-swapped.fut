-- Consuming parameters without annotations may change places: both initial values are consumed.
-- rules: FUT-U-LOOP
-- ==
-- input { [1] [2] 3 } output { 1 }

def main (x: *[]i32) (y: *[]i32) (n: i32): i32 =
  let (a, b) = loop (a, b) = (x, y) for i < n do (b, a with [0] = i)
  in a[0]
