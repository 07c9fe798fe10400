-- An abbreviation that holds functions is declared `type^`.
-- refuses: FUT-T-ABBR
-- ==
-- error: FUT-T-

type endo = i32 -> i32
def main (x: i32) = x
