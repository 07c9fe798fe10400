-- A let expression has a body.
-- ==
-- error: FUT-X-

def main (x: i32) = let y = x
