-- A match takes the first case that fits.
-- rules: FUT-T-MATCH
-- ==
-- input { 0i32 5i32 }
-- output { 50i32 }
-- input { 5i32 0i32 }
-- output { 5i32 }
-- input { 2i32 3i32 }
-- output { 6i32 }

def main (a: i32) (b: i32) =
  match (a, b)
  case (0, y) -> y * 10
  case (x, 0) -> x
  case (x, y) -> x * y
