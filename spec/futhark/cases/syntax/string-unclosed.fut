-- A string ends on its line.
-- ==
-- error: FUT-X-

def main = "no end
