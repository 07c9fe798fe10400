-- An abbreviation whose sizes are hidden is declared `type~`.
-- refuses: FUT-T-ABBR
-- ==
-- error: FUT-T-

type bag = ?[n].[n]i32
def main (x: i32) = x
