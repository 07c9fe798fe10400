-- A size has the type i64.
-- refuses: FUT-T-SIZE/i64
-- ==
-- error: FUT-T-SIZE

def f (n: i32) (xs: [n]i32) = xs
def main (xs: []i32) = xs
