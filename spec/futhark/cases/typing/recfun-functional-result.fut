-- A recursive function gives no function.
-- refuses: FUT-T-RECFUN/first_order
-- ==
-- error: FUT-T-RECFUN

def f (n: i32): i32 -> i32 = let g = f (n - 1) in \x -> g x
def main (x: i32) = f x 1
