-- A result's size names whole parameters only.
-- refuses: FUT-SZ-NAMED/visible
-- ==
-- error: FUT-SZ-

def f (n: i64, x: i32): [n]i32 = replicate n x
def main (x: i32) = f (2, x)
