-- Ranges go up or down, to before their end or up to it.
-- rules: FUT-E-RANGE
-- ==
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] [0i64, 1i64, 2i64, 3i64] [3i64, 2i64, 1i64] [0i64, 2i64] [3i64, 1i64] [3i64] }

def main (n: i64) = (0..<n, 0...n, n..>0, 0..2...n, n..1..>0, n...n)
