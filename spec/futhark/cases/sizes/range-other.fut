-- Ranges of other types or steps have unknown sizes.
-- refuses: FUT-SZ-EQ/equal
-- ==
-- error: FUT-SZ-

def main (n: i32) = zip (0..<n) (0..<n)
