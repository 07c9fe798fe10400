-- All cases of a match have one type.
-- refuses: FUT-T-MATCH/branches
-- ==
-- error: FUT-T-MATCH

def main (a: i32) = match a case 0 -> true case n -> n
