-- A caller must know the sizes of the parameters.
-- refuses: FUT-SZ-PARAM/known
-- ==
-- error: FUT-SZ-

def f (n: i64) = \(xs: [n]i32) (g: [length (filter (> 0) xs)]i32 -> i32) -> g xs
def main (x: i32) = x
