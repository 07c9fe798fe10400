-- The next value of a parameter may not be what another parameter consumes.
-- refuses: FUT-U-LOOP/consumed
-- ==
-- error: FUT-U-LOOP

def main (a: *[]i32) (b: *[]i32) (n: i32) =
  loop (x: *[]i32, y) = (a, b) for i < n do
    let x = x with [0] = i + y[0]
    in (x, x)
