-- A recursive function may have functional parameters.
-- rules: FUT-T-RECFUN
-- without: plan
-- ==
-- input { 5i32 }
-- output { 3i32 }

def count (g: i32 -> i32) (n: i32): i32 = if n <= 0 then 0 else 1 + count g (g n)
def main (x: i32) = count (\y -> y - 2) x
