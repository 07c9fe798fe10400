-- A keyword is not a name.
-- ==
-- error: FUT-X-

def loop (x: i32) = x
