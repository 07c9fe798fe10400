-- The parts of a tuple that is taken apart are consumed one by one.
-- rules: FUT-U-BIND
-- ==
-- input { [3i32] [4i32] }
-- output { [0i32] [4i32] }

def main (a: *[]i32) (b: *[]i32) =
  let (x, y) = (a, b)
  in (x with [0] = 0, y)
