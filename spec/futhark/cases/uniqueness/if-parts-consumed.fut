-- The parts of a record that one branch consumes are apart in what the other gives, and may be consumed one by one.
-- rules: FUT-U-IF
-- ==
-- input { true [1, 2] [3, 4] } output { [9, 2] [3, 9] }
-- input { false [1, 2] [3, 4] } output { [9, 2] [3, 9] }

def main (c: bool) (a: *[]i32) (b: *[]i32) =
  let r = {a, b}
  let {a = p, b = q} = if c then r with a[0] = 5 else r
  let p' = p with [0] = 9
  let q' = q with [1] = 9
  in (p', q')
