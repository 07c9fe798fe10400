-- A documentation comment stands before a declaration.
-- refuses: FUT-X-DOC/placed
-- ==
-- error: FUT-X-DOC

def main (x: i32) = x +
  -- | not here
  1
