-- A parameter whose type is written without a star is not consumed, so it is not the next value of one that is.
-- refuses: FUT-U-LOOP/observed
-- ==
-- error: FUT-U-LOOP

def main (x: *[]i32) (y: []i32) (n: i32): i32 =
  let (r, _) = loop (a: *[]i32, b: []i32) = (x, y) for i < n do (b, a with [0] = i)
  in r[0] + y[0]
