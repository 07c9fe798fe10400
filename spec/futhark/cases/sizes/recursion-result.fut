-- The body may not take the size of what its own call gives for granted.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def f (n: i64) =
  if n == 0 then replicate 4 0i64
  else let y = f (n - 1) in map2 (+) y (iota 3)
def main (k: i64) = f k
