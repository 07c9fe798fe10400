-- The type of a parameter mentions no size that only the body knows.
-- refuses: FUT-SZ-PARAM/known
-- ==
-- error: FUT-SZ-

def f (x: i64, y: i64) = \(ys: [x * y]i32) -> ys
def main (x: i64) = x
