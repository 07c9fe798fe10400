-- A function whose own argument gives a known size is no function whose argument gives an unknown one.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-EQ

def use (h: (i64 -> []i64) -> i64) = h iota
def main = use (\(g: i64 -> [3]i64) -> length (zip (g 1) [1, 2, 3]))
