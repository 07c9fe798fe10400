-- Reaching a typed hole is an error.
-- rules: FUT-E-HOLE
-- refuses: FUT-E-HOLE/value
-- ==
-- input { 1i32 }
-- error: hole

def main (x: i32): i32 = x + ???
