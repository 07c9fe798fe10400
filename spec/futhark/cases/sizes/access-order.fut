-- A size may be a parameter that stands before.
-- rules: FUT-SZ-ACCESS
-- ==
-- input { 2i64 }
-- output { [7i32, 7i32] }

def f (n: i64) (xs: [n]i32): [n]i32 = xs
def main (n: i64) = f n (replicate n 7)
