-- An attribute is closed.
-- ==
-- error: FUT-X-

#[inline
def main (x: i32) = x
