-- A size that is an expression has its value wherever it is used as one, also if it asks for the size of what a call gives.
-- rules: FUT-SZ-ARG
-- ==
-- input { 4i64 }
-- output { 5i64 5i64 }

def some (n: i64) : ?[k].[k]i32 = replicate (n + 1) 1
def size [n] (_: [n]bool) (_: i32) : i64 = n

def main (n: i64) =
  (length (replicate (length (some n)) true), size (replicate (length (some n)) true) 0)
