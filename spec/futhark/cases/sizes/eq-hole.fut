-- A hole in a size is written like any other hole.
-- rules: FUT-SZ-EQ
-- ==
-- input { true }
-- output { [7i32] }

def size (b: bool) (n: i64) : i64 = if b then n else 0
def main (b: bool) =
  if b then [7i32]
  else map2 (+) (replicate (size b ??? % 4) 1i32) (replicate (size b ??? % 4) 2i32)
