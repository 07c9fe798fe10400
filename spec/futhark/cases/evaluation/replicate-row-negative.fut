-- The elements of an array are computed also where there are none of them.
-- slip: FUT-Z-36. Compiled code gives an array of no rows of -1 elements.
-- refuses: FUT-E-REPL/negative
-- ==
-- input { 1i64 }
-- output { empty([1][0]i32) }
-- input { 0i64 }
-- error: FUT-E-REPL

def main (n: i64) = replicate n (replicate (n - 1) 0i32)
