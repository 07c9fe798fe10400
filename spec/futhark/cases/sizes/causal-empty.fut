-- A size must be computed before anything whose type mentions it.
-- refuses: FUT-SZ-CAUSAL/known
-- ==
-- error: FUT-SZ-CAUSAL

def main (xs: []i64) = length ([] ++ [filter (> 3) xs])
