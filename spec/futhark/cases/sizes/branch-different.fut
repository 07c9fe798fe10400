-- Branches of different sizes give an array of unknown size.
-- rules: FUT-SZ-BRANCH
-- ==
-- input { true 2i64 }
-- output { 2i64 }
-- input { false 2i64 }
-- output { 3i64 }

def main (b: bool) (n: i64) = length (if b then iota n else iota (n + 1))
