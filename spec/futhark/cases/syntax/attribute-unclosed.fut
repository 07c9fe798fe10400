-- An attribute is closed.
-- refuses: FUT-X-PROGRAM/token
-- ==
-- error: FUT-X-

#[inline
def main (x: i32) = x
