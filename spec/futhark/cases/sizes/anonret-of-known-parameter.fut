-- A function whose own argument may give any size takes the place of one whose argument gives a known size.
-- rules: FUT-SZ-EQ
-- ==
-- input { 2i64 }
-- output { 5i64 }

def use (n: i64) (h: (i64 -> [3]i64) -> i64) = h (\k -> replicate 3 k) + n
def main (n: i64) = use n (\(g: i64 -> []i64) -> length (g 1))
