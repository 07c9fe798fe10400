-- Calls nest as deep as the limit allows, and no deeper.
-- refuses: FUT-E-LIMIT/depth
-- without: plan
-- ==
-- input { 0i64 }
-- error: FUT-E-LIMIT

def f (n: i64): i64 = 1 + f (n + 1)
def main (n: i64) = f n
