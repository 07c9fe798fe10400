-- What is given to a coerced function has the size that the function takes.
-- rules: FUT-E-PROXY
-- refuses: FUT-E-PROXY/argument
-- ==
-- input { 4i64 }
-- output { 6i64 }
-- input { 3i64 }
-- error: FUT-E-PROXY

def f (xs: [4]i64) = i64.sum xs
def main (k: i64) = (f :> ([k]i64 -> i64)) (iota k)
