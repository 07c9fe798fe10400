-- A recursive function gives no function.
-- refuses: FUT-T-RECFUN/first_order
-- ==
-- error: FUT-T-RECFUN

def f (n: i32): i32 -> i32 = if n == 0 then (\x -> x) else f (n - 1)
def main (x: i32) = f x 1
