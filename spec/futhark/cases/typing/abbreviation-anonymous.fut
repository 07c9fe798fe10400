-- A size that an abbreviation hides is not that of a parameter.
-- refuses: FUT-T-ABBR/constructive
-- ==
-- error: FUT-T-ABBR

type^ t = []i32 -> i32
def main (x: i32) = x
