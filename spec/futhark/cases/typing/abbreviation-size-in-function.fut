-- A hidden size is the size of an array.
-- refuses: FUT-T-ABBR/constructive
-- ==
-- error: FUT-T-ABBR

type^ t = ?[n].([n]i32 -> i32)
def main (x: i32) = x
