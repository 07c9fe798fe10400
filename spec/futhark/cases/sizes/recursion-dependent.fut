-- A parameter whose size is another parameter has it in calls within the body too.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def f (n: i64) (xs: [n]i64) =
  if n == 0 then 0 else length (zip xs (iota n)) + f (n - 1) xs
def main (k: i64) = f k (iota k)
