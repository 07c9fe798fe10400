-- A function that consumes does not fit where one that only looks is asked for.
-- refuses: FUT-U-HOPAR/parameter
-- ==
-- error: FUT-

def at (f: []i32 -> i32) (xs: []i32): i32 = f xs
def main (a: *[]i32) = at (\(b: *[]i32) -> (b with [0] = 1)[0]) a
