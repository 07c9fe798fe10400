-- The elements of an array type are not functions.
-- refuses: FUT-T-TYPE/element
-- ==
-- error: FUT-T-TYPE

type^ t = [3](i32 -> i32)
def main (x: i32) = x
