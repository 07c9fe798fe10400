-- Only arrays are indexed.
-- refuses: FUT-T-INDEX/rank
-- ==
-- error: FUT-T-INDEX

def main (x: i32) = x[0]
