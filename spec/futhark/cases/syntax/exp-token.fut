-- What is opened is closed.
-- refuses: FUT-X-EXP/token
-- ==
-- error: FUT-X-EXP

def main (x: i32) = (x]
