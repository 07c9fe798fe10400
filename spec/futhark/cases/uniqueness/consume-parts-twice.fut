-- Two parts that are one array are consumed once.
-- refuses: FUT-U-R-CONSUME/twice
-- ==
-- error: FUT-U-

def main (a: *[]i32) =
  let t = (a, 1i32)
  let b = (let c = a with [0] = 2 in c[0])
  in (t.0 with [0] = b)
