-- The size that a `let` binds occurs in its pattern.
-- refuses: FUT-SZ-LETSIZE/used
-- ==
-- error: FUT-SZ-

def main (x: i32) = let [k] y = x in y
