-- A recursive function passes functional parameters on as they are.
-- refuses: FUT-T-RECFUN/unchanged
-- ==
-- error: FUT-T-RECFUN

def f (g: i32 -> i32) (n: i32): i32 = if n == 0 then 0 else f (\y -> g (g y)) (n - 1)
def main (x: i32) = f (\y -> y - 1) x
