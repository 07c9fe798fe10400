-- An abbreviation whose sizes are hidden is declared `type~`.
-- refuses: FUT-T-ABBR/sizes
-- ==
-- error: FUT-T-ABBR

type bag = ?[n].[n]i32
def main (x: i32) = x
