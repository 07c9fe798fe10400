-- Computing a function to be bound must not consume anything.
-- refuses: FUT-U-HOLET/quiet
-- ==
-- error: FUT-U-

def main (a: *[]i32) =
  let f = (let b = a with [0] = 1 in \(x: i32) -> x + b[0])
  in f 2
