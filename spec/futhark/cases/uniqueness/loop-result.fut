-- The result of a loop that does not consume may be its initial value.
-- refuses: FUT-U-VAR/consumed
-- ==
-- error: FUT-U-

def main (a: *[]i32) (n: i32) =
  let b = loop xs = a for _i < n do map (+ 1) xs
  let c = a with [0] = 1
  in b[0] + c[0]
