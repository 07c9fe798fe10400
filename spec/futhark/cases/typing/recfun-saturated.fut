-- A recursive function with functional parameters is applied to all arguments at once.
-- refuses: FUT-T-RECFUN/saturated
-- ==
-- error: FUT-T-RECFUN

def f (g: i32 -> i32) (n: i32): i32 = if n == 0 then 0 else (let h = f g in h (g n))
def main (x: i32) = f (\y -> y - 1) x
