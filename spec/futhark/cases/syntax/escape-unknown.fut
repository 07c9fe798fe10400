-- A backslash is not followed by just any letter.
-- refuses: FUT-X-ESCAPE/known
-- ==
-- error: FUT-X-ESCAPE

def main = "a\qb"
