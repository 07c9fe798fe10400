-- A range to before its own start is empty.
-- rules: FUT-E-RANGE
-- ==
-- input { 3i64 }
-- output { empty([0]i64) empty([0]i64) }

def main (n: i64) = (n..<n, n..>n)
