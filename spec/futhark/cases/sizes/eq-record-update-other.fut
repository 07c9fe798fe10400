-- A size that updates one field is not the same as one that updates another.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main (n: i64) =
  let r = {a = 0i64, b = 1i64}
  in map2 (+) (replicate (r with a = n).a 1i32) (replicate (r with b = n).a 2i32)
