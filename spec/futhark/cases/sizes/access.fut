-- The type of a parameter mentions no size that is made in the body.
-- refuses: FUT-SZ-PARAM/known
-- ==
-- error: FUT-SZ-

def f x = let n = length (filter (> 0i32) x) in \(ys: [n]i32) -> ys
def main (x: i32) = x
