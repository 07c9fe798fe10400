-- Nor is the size of the result that of an argument, just because one branch says so.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def f n xs = if n == 0i64 then xs else f (n - 1) (xs ++ xs)
def main [m] (k: i64) (xs: [m]i32) = zip (f k xs) xs
