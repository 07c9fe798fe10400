-- A literal in a pattern is a number or a boolean.
-- refuses: FUT-X-PAT/pattern
-- ==
-- error: FUT-

def main (xs: []u8) = match xs case "a" -> 1i32 case _ -> 2
