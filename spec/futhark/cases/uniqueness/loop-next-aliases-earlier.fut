-- Nor may the next value of a consuming parameter be one that was returned before it.
-- refuses: FUT-U-LOOP/returned
-- ==
-- error: FUT-U-LOOP

def main (a: *[]i32) (b: *[]i32) (n: i32) =
  loop (x, y: *[]i32) = (a, b) for i < n do
    let y = y with [0] = i + x[0]
    in (y, y)
