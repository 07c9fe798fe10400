-- The number of an escape is that of a character.
-- refuses: FUT-X-ESCAPE/code
-- ==
-- error: FUT-X-ESCAPE

def main = "\99999999"
