-- There are no more indexes than dimensions.
-- refuses: FUT-T-INDEX
-- ==
-- error: FUT-T-

def main (xs: []i32) = xs[0, 0]
