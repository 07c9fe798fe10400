-- The type of a parameter does not mention a part of another one.
-- refuses: FUT-SZ-ACCESS/accessible
-- ==
-- error: FUT-SZ-ACCESS

def f (n: i64, k: i64) (xs: [n]i32) = xs[k]
def main (x: i32) = x
