-- Also if it is found only after the call has been looked at.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def f (n: i64) xs ys =
  if n != 0 then f (n - 1) (iota 3) (iota 4)
  else length (zip xs ys)
def main (k: i64) = f k (iota 4) (iota 4)
