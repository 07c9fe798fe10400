-- A type stands after a colon.
-- refuses: FUT-X-TYPE/form
-- ==
-- error: FUT-X-TYPE

def main (x: +) = x
