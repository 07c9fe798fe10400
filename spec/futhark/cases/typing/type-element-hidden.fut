-- The elements of an array type hide no sizes.
-- refuses: FUT-T-TYPE/regular
-- ==
-- error: FUT-T-TYPE

type~ bag = ?[n].[n]i32
type~ bags = [3]bag
def main (x: i32) = x
