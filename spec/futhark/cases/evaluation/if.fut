-- Only the branch that is taken is evaluated.
-- rules: FUT-E-IF, FUT-E-VAR, FUT-E-CONST
-- ==
-- input { [1i32,2i32] 7i64 }
-- output { -1i32 }
-- input { [1i32,2i32] 1i64 }
-- output { 2i32 }

def main (xs: []i32) (i: i64) = if i < length xs then xs[i] else -1
