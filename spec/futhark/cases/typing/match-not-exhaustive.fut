-- The cases of a match must cover every value.
-- refuses: FUT-T-MATCH/exhaustive
-- ==
-- error: FUT-T-MATCH

def main (a: i32) = match a case 0 -> 1 case 1 -> 2
