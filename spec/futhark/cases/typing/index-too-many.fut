-- There are no more indexes than dimensions.
-- refuses: FUT-T-INDEX/rank
-- ==
-- error: FUT-T-INDEX

def main (xs: []i32) = xs[0, 0]
