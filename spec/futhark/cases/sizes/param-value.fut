-- A constant has no size parameters.
-- refuses: FUT-SZ-PARAM/value
-- ==
-- error: FUT-SZ-

def both = let xs = filter (> 2) (iota 5) in (xs, [])
def main (x: i32) = x
