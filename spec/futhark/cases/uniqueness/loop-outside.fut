-- What a loop consumes cannot be used in its body.
-- refuses: FUT-U-LOOP/body
-- ==
-- error: FUT-U-

def main (a: *[]i32) (n: i32) =
  loop xs = a for i < n do xs with [0] = a[1] + i
