-- A character literal has one character; the escape `\&` stands for none.
-- refuses: FUT-X-ESCAPE/one
-- ==
-- error: FUT-X-ESCAPE

def main = '\&'
