-- Ranges of i64 have sizes that follow from their ends.
-- rules: FUT-SZ-RANGE
-- ==
-- input { 2i64 5i64 }
-- output { [0i64, 1i64] [2i64, 3i64, 4i64] [2i64, 3i64, 4i64, 5i64] [1i64, 2i64] }

def main (a: i64) (b: i64): ([a]i64, [b - a]i64, [(b - a) + 1]i64, [a]i64) =
  (0..<a, a..<b, a...b, 1..2...a)
