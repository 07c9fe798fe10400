-- A keyword is not a name.
-- refuses: FUT-X-PAT/pattern
-- ==
-- error: FUT-X-PAT

def loop (x: i32) = x
