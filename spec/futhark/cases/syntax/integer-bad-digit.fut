-- A number is followed by no letters but a suffix.
-- ==
-- error: FUT-X-

def main = 12q3
