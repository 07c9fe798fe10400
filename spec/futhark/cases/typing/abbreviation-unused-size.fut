-- Every size parameter of an abbreviation is used.
-- refuses: FUT-T-ABBR/used
-- ==
-- error: FUT-T-ABBR

type vec [n] [m] = [n]i32
def main (x: i32) = x
