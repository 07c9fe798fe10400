-- A number is followed by no letters but a suffix.
-- refuses: FUT-X-NUMBER/suffix
-- ==
-- error: FUT-X-NUMBER

def main = 12q3
