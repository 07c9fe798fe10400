-- Inside its own body a function has one type.
-- refuses: FUT-T-RECFUN/monomorphic
-- ==
-- error: FUT-T-

def odd 'a (n: i32) (x: a): i32 = if n == 0 then 0 else odd (n - 1) (x, x)
def main (n: i32) = odd n true
