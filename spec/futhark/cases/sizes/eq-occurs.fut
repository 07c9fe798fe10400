-- No size contains itself.
-- refuses: FUT-SZ-EQ/occurs
-- ==
-- error: FUT-

def grow [n] (f: [n]i32 -> [n + 1]i32) = 1i32
def main (x: i32) = grow (\xs -> xs)
