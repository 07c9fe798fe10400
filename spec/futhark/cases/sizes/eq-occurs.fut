-- No size contains itself.
-- refuses: FUT-SZ-EQ/occurs
-- ==
-- error: FUT-

def grow [n] (xs: [n]i32) (f: [n]i32 -> [n + 1]i32) = f xs
def main (x: i32) = grow (\xs -> grow xs)
