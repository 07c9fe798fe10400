-- Only arrays are indexed.
-- refuses: FUT-T-INDEX
-- ==
-- error: FUT-T-

def main (x: i32) = x[0]
