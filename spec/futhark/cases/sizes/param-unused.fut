-- A size parameter must occur in a parameter's type.
-- refuses: FUT-SZ-PARAM/used
-- ==
-- error: FUT-SZ-PARAM

def size [k] (x: i32): i64 = k + i64.i32 x
def main (x: i32) = size x
