-- A constant has no size parameters.
-- refuses: FUT-SZ-PARAM/value
-- ==
-- error: FUT-SZ-

def both = (filter (> 2) (iota 5), \(xs: []i32) -> xs)
def main (x: i32) = x
