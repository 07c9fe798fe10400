-- It is the size of an array.
-- refuses: FUT-SZ-LETSIZE/shown
-- ==
-- error: FUT-SZ-

def main (x: i32) = let [k] (f: [k]i32 -> i32) = (\(xs: []i32) -> x) in x
