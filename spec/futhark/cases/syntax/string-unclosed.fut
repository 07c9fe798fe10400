-- A string ends on its line.
-- refuses: FUT-X-STRING/closed
-- ==
-- error: FUT-X-STRING

def main = "no end
