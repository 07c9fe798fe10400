-- A hidden size is the size of an array.
-- refuses: FUT-T-TYPE/shown
-- ==
-- error: FUT-T-TYPE

type^ t = ?[n].([n]i32 -> i32)
def main (x: i32) = x
