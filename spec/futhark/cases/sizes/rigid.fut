-- Two size parameters of one function are different sizes in its body.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def add [n] [m] (a: [n]i32) (b: [m]i32) = map2 (+) a b
def main (a: []i32) = add a a
