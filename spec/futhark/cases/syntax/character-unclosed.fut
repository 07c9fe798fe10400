-- A character is closed by a quote.
-- ==
-- error: FUT-X-

def main = 'ab
