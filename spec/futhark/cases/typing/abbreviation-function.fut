-- An abbreviation that holds functions is declared `type^`.
-- refuses: FUT-T-ABBR/functions
-- ==
-- error: FUT-T-ABBR

type endo = i32 -> i32
def main (x: i32) = x
