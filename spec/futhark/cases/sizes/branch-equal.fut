-- Branches of one size keep it.
-- rules: FUT-SZ-BRANCH
-- ==
-- input { true 2i64 }
-- output { [0i64, 1i64] }

def main (b: bool) (n: i64): [n]i64 = if b then iota n else replicate n 9
