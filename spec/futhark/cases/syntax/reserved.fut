-- A keyword is not a name.
-- refuses: FUT-X-PROGRAM/token
-- ==
-- error: FUT-X-PROGRAM

def loop (x: i32) = x
