-- Between the brackets something is selected.
-- refuses: FUT-X-INDEX/dimension
-- ==
-- error: FUT-X-INDEX

def main (xs: []i32) = xs[]
