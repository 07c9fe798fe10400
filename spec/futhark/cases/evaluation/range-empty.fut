-- A range to before its own start is empty.
-- rules: FUT-E-RANGE
-- ==
-- input { 3i64 }
-- output { [] [] }

def main (n: i64) = (n..<n, n..>n)
