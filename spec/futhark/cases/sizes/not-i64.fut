-- A size is an i64.
-- refuses: FUT-SZ-EXPR
-- ==
-- error: FUT-

def f (n: i32) (xs: [n]i32) = xs
def main (xs: []i32) = f 1 xs
