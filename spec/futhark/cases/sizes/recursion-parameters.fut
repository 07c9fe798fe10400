-- A size that the body finds for its parameter holds for its own calls too.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def f (n: i64) xs = if n == 0 then length (zip xs (iota 4)) else f (n - 1) (iota 3)
def main (k: i64) = f k (iota 4)
