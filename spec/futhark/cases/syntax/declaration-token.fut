-- A declaration has all its parts.
-- refuses: FUT-X-PROGRAM/token
-- ==
-- error: FUT-X-

type number 32
def main (x: i32) = x
