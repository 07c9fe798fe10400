-- A range may have a second element.
-- rules: FUT-X-RANGE
-- ==
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] [1i64, 3i64] }

def main (n: i64) = (0..<n, 1..3...n)
