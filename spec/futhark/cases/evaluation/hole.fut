-- Reaching a typed hole is an error.
-- refuses: FUT-E-HOLE
-- ==
-- input { 1i32 }
-- error: hole

def main (x: i32): i32 = x + ???
