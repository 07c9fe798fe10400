-- A function's body has the type that its annotation gives.
-- refuses: FUT-T-FUN/result
-- ==
-- error: FUT-T-FUN

def f (x: i32): i64 = x
def main (x: i32) = f x
